import type { Db } from '#platform/db/client.ts';
import { isGenuine, rowMac, type SealedRow } from '#platform/vault/row-seal.ts';
import type { Ctx } from '../../../ctx.ts';
import { reportForged } from '../../../identity/sessions/seals/report-forged.ts';

export interface Decision {
  deposit_id: string;
  /** A proposal needs a second admin; `keep` holds until someone releases. */
  decision: 'release' | 'keep';
  reason: string;
  held_for: string | null;
  actor_id: string;
  at: Date;
}

export async function recordDecision(
  ctx: Ctx,
  sql: Db,
  { deposit_id, decision, reason, held_for, actor_id, at }: Decision,
): Promise<void> {
  const [made] = await sql<[{ id: string }]>`select uuidv7() as id`;
  const hold_reason = held_for ?? 'none';
  const row = { ...made, deposit_id, decision, reason, hold_reason, actor_id, at: at.toISOString() };
  // The row can't be changed, so what proves it has to come with it.
  const [{ facts }] = await sql<[{ facts: string }]>`
    select sealed_facts(jsonb_populate_record(null::hold_decisions, ${sql.json(row)})) as facts`;
  await sql`insert into hold_decisions ${sql({ ...row, mac: rowMac(ctx.vault, 'hold_decisions', facts) })}`;
}

/** The latest decision about each of these deposits that somebody made through the shop; any other decides nothing. */
export async function lastDecisions(
  ctx: Ctx,
  sql: Db,
  deposit_ids: readonly string[],
): Promise<Map<string, Decision['decision']>> {
  const rows = await sql<(SealedRow & { id: string; deposit_id: string; decision: Decision['decision'] })[]>`
    select id, deposit_id, decision, sealed_facts(h) as facts, mac from hold_decisions h
    where deposit_id = any(${deposit_ids as string[]}) order by id`;
  const genuine = rows.filter((row) => isGenuine(ctx.vault, 'hold_decisions', row));
  for (const row of rows) if (!genuine.includes(row)) reportForged(ctx, 'hold_decisions', row.id);
  return new Map(genuine.map(({ deposit_id, decision }) => [deposit_id, decision]));
}
