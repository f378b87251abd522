import type { Input } from '#contracts/call.ts';
import type { removeCannedAnswer as contract } from '#contracts/desk/canned-answers.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';

/** Answers that were sent stay as they are. */
export async function removeCannedAnswer(
  ctx: Ctx,
  actor: Actor,
  { params: { id } }: Input<typeof contract>,
): Promise<undefined> {
  await transaction(ctx.sql, async (sql) => {
    const [removed] = await sql`delete from canned_answers where id = ${id} returning id`;
    if (!removed) throw new AppError('not_found', message('desk.canned_gone'));
    await appendAudit(sql, { ...by(actor), action: 'canned_answer.removed', subject: id });
  });
}
