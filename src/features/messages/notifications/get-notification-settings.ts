import { type NotificationSetting, type OptionalKind, optionalKinds } from '#contracts/messages/notifications.ts';
import type { Actor, Ctx } from '../../ctx.ts';

/** What the user is told, of everything that can be switched off. */
export async function getNotificationSettings(
  { sql }: Pick<Ctx, 'sql'>,
  actor: Actor,
): Promise<{ data: NotificationSetting[] }> {
  const changed = await sql<NotificationSetting[]>`
    select kind, inbox, mail from notification_settings where user_id = ${actor.user.id} limit 100`;
  const data = Object.entries(optionalKinds).map(([name, defaults]) => {
    const kind = name as OptionalKind;
    return changed.find((one) => one.kind === kind) ?? { kind, ...defaults };
  });
  return { data };
}
