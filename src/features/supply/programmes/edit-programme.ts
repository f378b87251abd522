import type { Input, Reply } from '#contracts/call.ts';
import type { editProgramme as contract } from '#contracts/supply/programmes.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import type { Db } from '#platform/db/client.ts';
import { transaction, within } from '#platform/db/transaction.ts';
import { AppError, invalidField } from '#platform/http/errors.ts';
import { type Actor, by, type VaultCtx } from '../../ctx.ts';
import { requireDuty } from '../../identity/sessions/admission/require-duty.ts';
import { propose } from '../../oversight/four-eyes/propose.ts';
import { refuseName } from './brand-names/refuse-name.ts';
import { checkFacts, requireOpen } from './facts/check-facts.ts';
import { factsRow, type SealedAdapter, sealAdapter } from './facts/facts-row.ts';
import { readProgramme } from './programme/read-programme.ts';
import { editKind } from './proposals/edit-kind.ts';

interface Before extends SealedAdapter {
  state: string;
  currency: string;
  voucher_kind: string;
  evidence_ref: string;
  number: number;
  version_id: string;
  has_batches: boolean;
}

/** Proposes a new version of a programme: what buyers see and imports follow changes once two others approve it. */
export async function editProgramme(
  ctx: VaultCtx,
  actor: Actor,
  { params: { id }, body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  requireDuty(actor, 'importer');
  const data = await transaction(ctx.sql, async (sql) => {
    const before = await readBefore(sql, id);
    requireOpen(before.state);
    const { adapter_secret, ...given } = body;
    const facts = { ...given, evidence_ref: given.evidence_ref ?? before.evidence_ref };
    await checkFacts(within(ctx, sql), facts);
    await refuseName(sql, facts.name, id);
    // Cards, prices and receipts that exist were made by these.
    for (const field of ['currency', 'voucher_kind'] as const)
      if (before.has_batches && facts[field] !== before[field])
        throw invalidField(field, message('programme.fixed_by_batches'));
    const adapter = adapter_secret ? sealAdapter(ctx.vault, id, adapter_secret) : before;
    if (facts.adapter_url !== null && adapter.adapter_secret === null)
      throw invalidField('adapter_secret', message('programme.adapter_whole'));
    const { adapter_data_key, adapter_secret: sealed } = adapter;
    const row = factsRow(facts, { adapter_data_key, adapter_secret: sealed });
    const { number, version_id } = before;
    await propose(ctx, sql, actor, {
      kind: editKind,
      subject: id,
      facts: { name: facts.name, number, version_id },
    });
    await sql`
      insert into programme_versions (id, programme_id, number, facts, proposed_at)
      values (${version_id}, ${id}, ${number}, ${sql.json(row as never)}, ${ctx.clock.now()})`;
    await appendAudit(sql, { ...by(actor), action: 'programme.edit_proposed', subject: id, details: { number } });
    return readProgramme(sql, actor, id);
  });
  return { data };
}

async function readBefore(sql: Db, id: string): Promise<Before> {
  const [before] = await sql<Before[]>`
    select p.state, p.currency, p.voucher_kind, p.evidence_ref, uuidv7() as version_id,
      '\\x' || encode(p.adapter_data_key, 'hex') as adapter_data_key,
      '\\x' || encode(p.adapter_secret, 'hex') as adapter_secret,
      (select max(number) + 1 from programme_versions where programme_id = p.id) as number,
      exists (select from batch_standings where programme_id = p.id) as has_batches
    from programmes p where p.id = ${id}`;
  if (!before) throw new AppError('not_found', message('programme.not_found'));
  return before;
}
