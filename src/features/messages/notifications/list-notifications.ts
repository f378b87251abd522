import type { Input, Reply } from '#contracts/call.ts';
import type { listNotifications as contract, Notification } from '#contracts/messages/notifications.ts';
import type { Text } from '#i18n/message.ts';
import { translate } from '#i18n/translate.ts';
import { numberedMeta, numberedPage, offsetOf } from '#platform/db/numbered-page.ts';
import type { Actor, Ctx } from '../../ctx.ts';
import { unreadCount } from './unread-count.ts';

type Row = Omit<Notification, 'title' | 'content'> & { title: Text; content: Text };

/** The user's notifications, newest first, in the reader's language. */
export async function listNotifications(
  ctx: Ctx,
  { user, client }: Actor,
  { query }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const page = numberedPage(query);
  const { sql } = ctx;
  const [[count], rows] = await Promise.all([
    sql<{ total: number; unread: number }[]>`
      select count(*) as total, ${unreadCount(sql, sql`${user.id}::uuid`)} as unread from notifications
      where user_id = ${user.id}`,
    sql<Row[]>`
      select id, type, title, content, link, created_at, read_at from notifications where user_id = ${user.id}
      order by id desc limit ${page.per_page} offset ${offsetOf(page)}`,
  ]);
  const locale = user.locale ?? client.locale;
  const data = rows.map((row) => ({
    ...row,
    title: translate(locale, row.title),
    content: translate(locale, row.content),
  }));
  return { data, meta: { ...numberedMeta(page, count?.total ?? 0, data.length), unread: count?.unread ?? 0 } };
}
