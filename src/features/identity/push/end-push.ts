import type { Input } from '#contracts/call.ts';
import type { endPush as contract } from '#contracts/identity/push.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';

export async function endPush(ctx: Ctx, actor: Actor, { params: { id } }: Input<typeof contract>): Promise<undefined> {
  await transaction(ctx.sql, async (sql) => {
    const ended =
      await sql`delete from push_subscriptions where id = ${id} and user_id = ${actor.user.id} returning id`;
    if (ended.length === 0) throw new AppError('not_found', message('push.missing'));
    await appendAudit(sql, { ...by(actor), action: 'push.ended', subject: id });
  });
}
