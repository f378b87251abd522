import type { OutflowLabel } from '#contracts/office/outflows.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import type { Coin } from '#platform/chain/types.ts';
import type { Db } from '#platform/db/client.ts';
import { rowMac } from '#platform/vault/row-seal.ts';
import { type Actor, by, type Ctx } from '../../../ctx.ts';

interface NewLabel {
  coin: Coin;
  txid: string;
  label: OutflowLabel;
  reason: string | null;
}

/** Says in the caller's transaction what an outflow was for; without an actor, the shop's own records say so. */
export async function appendLabel(
  { vault, clock }: Ctx,
  sql: Db,
  actor: Actor | null,
  { coin, txid, label, reason }: NewLabel,
): Promise<void> {
  const [made] = await sql<[{ id: string }]>`select uuidv7() as id`;
  const labelled_by = actor?.user.id ?? null;
  const row = { ...made, coin, txid, label, reason, labelled_by, at: clock.now().toISOString() };
  // The row can't be changed, so what proves it has to come with it.
  const [{ facts }] = await sql<[{ facts: string }]>`
    select sealed_facts(jsonb_populate_record(null::outflow_labels, ${sql.json(row)})) as facts`;
  await sql`insert into outflow_labels ${sql({ ...row, mac: rowMac(vault, 'outflow_labels', facts) })}`;
  const who = actor ? by(actor) : { actor_id: null };
  await appendAudit(sql, {
    ...who,
    action: 'outflow.labelled',
    subject: made.id,
    details: { coin, txid, label, reason },
  });
}
