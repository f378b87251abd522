import type { Input } from '#contracts/call.ts';
import type { changeCannedAnswer as contract } from '#contracts/desk/canned-answers.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError, invalidField } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { distinct } from './distinct.ts';
import { refuseUnknownVariables } from './refuse-unknown-variables.ts';

export async function changeCannedAnswer(
  ctx: Ctx,
  actor: Actor,
  { params: { id }, body: { name, bodies, tags, settle } }: Input<typeof contract>,
): Promise<undefined> {
  refuseUnknownVariables(bodies);
  await transaction(ctx.sql, async (sql) => {
    const [taken] = await sql`select from canned_answers where name = ${name} and id <> ${id}`;
    if (taken) throw invalidField('name', message('desk.canned_name_taken'));
    const [changed] = await sql`
      update canned_answers set name = ${name}, bodies = ${sql.json(bodies)}, tags = ${distinct(tags)}, settle = ${settle},
        updated_at = ${ctx.clock.now()}
      where id = ${id} returning id`;
    if (!changed) throw new AppError('not_found', message('desk.canned_gone'));
    await appendAudit(sql, { ...by(actor), action: 'canned_answer.changed', subject: id });
  });
}
