import type { Input, Reply } from '#contracts/call.ts';
import type { saveProgrammeDraft as contract } from '#contracts/supply/programme-drafts.ts';
import { transaction, within } from '#platform/db/transaction.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { requireDuty } from '../../identity/sessions/admission/require-duty.ts';
import { checkDraft } from './draft/check-draft.ts';
import { lockDraft } from './draft/lock-draft.ts';
import { readDraft } from './draft/read-drafts.ts';

/** Saves what somebody wrote of a draft, once what they wrote passes the rules that a proposal must pass. */
export async function saveProgrammeDraft(
  ctx: Ctx,
  actor: Actor,
  { params: { id }, body: { revision, clear, ...given } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  requireDuty(actor, 'importer');
  const data = await transaction(ctx.sql, async (sql) => {
    const facts = { ...(await lockDraft(sql, { id, revision })) };
    for (const name of clear) delete facts[name];
    const whole = { ...facts, ...given };
    await checkDraft(within(ctx, sql), whole, given);
    await sql`
      update programme_drafts
      set facts = ${sql.json(whole as never)}, revision = revision + 1, saved_by = ${actor.user.id}, saved_at = ${ctx.clock.now()}
      where id = ${id}`;
    return readDraft(sql, id);
  });
  return { data };
}
