import type { Input, Reply } from '#contracts/call.ts';
import type { beginProgrammeDraft as contract } from '#contracts/supply/programme-drafts.ts';
import { message } from '#i18n/message.ts';
import { transaction, within } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { requireDuty } from '../../identity/sessions/admission/require-duty.ts';
import { checkDraft } from './draft/check-draft.ts';
import { factsLike } from './draft/facts-like.ts';
import { readDraft } from './draft/read-drafts.ts';

/** More than anybody works on: the list has one page. */
const MAX_DRAFTS = 100;

/** Begins a draft. It has no effect, and whoever has the duty can go on with it. */
export async function beginProgrammeDraft(
  ctx: Ctx,
  actor: Actor,
  { body: { like, ...given } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  requireDuty(actor, 'importer');
  const data = await transaction(ctx.sql, async (sql) => {
    const facts = { ...(like && (await factsLike(sql, actor, like))), ...given };
    await checkDraft(within(ctx, sql), facts, given);
    const [begun] = await sql<{ id: string }[]>`
      insert into programme_drafts (facts, begun_by, saved_by, saved_at)
      select ${sql.json(facts as never)}, ${actor.user.id}, ${actor.user.id}, ${ctx.clock.now()}
      where (select count(*) from programme_drafts) < ${MAX_DRAFTS} returning id`;
    if (!begun) throw new AppError('conflict', message('programme_drafts.too_many', { most: MAX_DRAFTS }));
    return readDraft(sql, begun.id);
  });
  return { data };
}
