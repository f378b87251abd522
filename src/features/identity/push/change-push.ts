import type { Input, Reply } from '#contracts/call.ts';
import type { changePush as contract } from '#contracts/identity/push.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { readSubscriptions } from './read-subscriptions.ts';

export async function changePush(
  ctx: Ctx,
  actor: Actor,
  { params: { id }, body: { topics } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  return transaction(ctx.sql, async (sql) => {
    const changed = await sql`
      update push_subscriptions set topics = ${topics} where id = ${id} and user_id = ${actor.user.id} returning id`;
    if (changed.length === 0) throw new AppError('not_found', message('push.missing'));
    await appendAudit(sql, { ...by(actor), action: 'push.changed', subject: id, details: { topics } });
    const [data] = await readSubscriptions(sql, actor, id);
    return { data: data! };
  });
}
