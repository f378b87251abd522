import type { Input, Reply } from '#contracts/call.ts';
import type { changeNotificationSettings as contract } from '#contracts/messages/notifications.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { getNotificationSettings } from './get-notification-settings.ts';

/** Switches kinds of messages on and off. */
export async function changeNotificationSettings(
  ctx: Ctx,
  actor: Actor,
  { body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { id } = actor.user;
  return transaction(ctx.sql, async (sql) => {
    for (const { kind, inbox, mail } of body.settings)
      await sql`
        insert into notification_settings (user_id, kind, inbox, mail) values (${id}, ${kind}, ${inbox}, ${mail})
        on conflict (user_id, kind) do update set inbox = excluded.inbox, mail = excluded.mail`;
    const details = { kinds: body.settings.map(({ kind }) => kind) };
    await appendAudit(sql, { ...by(actor), action: 'notifications.changed', subject: id, details });
    return getNotificationSettings({ sql }, actor);
  });
}
