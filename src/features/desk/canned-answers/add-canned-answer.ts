import type { Input, Reply } from '#contracts/call.ts';
import type { addCannedAnswer as contract } from '#contracts/desk/canned-answers.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError, invalidField } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { distinct } from './distinct.ts';
import { refuseUnknownVariables } from './refuse-unknown-variables.ts';

const MAX_ANSWERS = 200;

/** Keeps an answer ready for everybody at the desk. */
export async function addCannedAnswer(
  ctx: Ctx,
  actor: Actor,
  { body: { name, bodies, tags, settle } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  refuseUnknownVariables(bodies);
  return transaction(ctx.sql, async (sql) => {
    const [existing] = await sql<{ count: number }[]>`select count(*) as count from canned_answers`;
    if (existing!.count >= MAX_ANSWERS)
      throw new AppError('conflict', message('desk.canned_too_many', { max: MAX_ANSWERS }));
    const [added] = await sql<{ id: string }[]>`
      insert into canned_answers (name, bodies, tags, settle, updated_at)
      values (${name}, ${sql.json(bodies)}, ${distinct(tags)}, ${settle}, ${ctx.clock.now()})
      on conflict (name) do nothing returning id`;
    if (!added) throw invalidField('name', message('desk.canned_name_taken'));
    await appendAudit(sql, { ...by(actor), action: 'canned_answer.added', subject: added.id });
    return { data: { id: added.id } };
  });
}
