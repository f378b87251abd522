import type { Input } from '#contracts/call.ts';
import type { discardProgrammeDraft as contract } from '#contracts/supply/programme-drafts.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { requireDuty } from '../../identity/sessions/admission/require-duty.ts';
import { draftGone } from './draft/read-drafts.ts';

/** Deletes a draft; the audit log says who did, since it may be somebody else's work. */
export async function discardProgrammeDraft(
  ctx: Ctx,
  actor: Actor,
  { params: { id } }: Input<typeof contract>,
): Promise<undefined> {
  requireDuty(actor, 'importer');
  await transaction(ctx.sql, async (sql) => {
    const [draft] = await sql<{ name: string | null; begun_by: string }[]>`
      delete from programme_drafts where id = ${id} returning facts ->> 'name' as name, begun_by`;
    if (!draft) throw draftGone();
    await appendAudit(sql, { ...by(actor), action: 'programme.draft_discarded', subject: id, details: { ...draft } });
  });
}
