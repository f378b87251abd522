import type { Db, Fragment } from '#platform/db/client.ts';
import { type Actor, localeOf } from '../../ctx.ts';
import { localeRead } from '../shown/locale-read.ts';
import { translated } from '../shown/translated.ts';

/** SQL for the notices that show to somebody at a moment. */
export const showing = (sql: Db, actor: Actor, now: Date): Fragment =>
  sql`n.starts_at <= ${now} and (n.ends_at is null or n.ends_at > ${now}) and ${meantFor(sql, actor)}`;

/** SQL for those that are meant for somebody, by what the database knows of them now. */
export const meantFor = (sql: Db, actor: Actor): Fragment => sql`
  (n.locales = '{}' or ${localeOf(actor)} = any (n.locales))
  and exists (
    select from users u where u.id = ${actor.user.id}
      and (n.roles = '{}' or u.role = any (n.roles)) and (n.tiers = '{}' or u.tier = any (n.tiers)))`;

/** SQL of what a reader gets of a notice. */
export const noticeColumns = (sql: Db, actor: Actor): Fragment => sql`
  n.id, ${translated(sql, localeOf(actor), 'title')} as title,
  ${translated(sql, localeOf(actor), 'content')} as content,
  ${localeRead(sql, localeOf(actor))} as locale, n.starts_at`;

/** SQL for those that a user has closed. */
export const seenBy = (sql: Db, user_id: string): Fragment => sql`
  exists (select from notice_readings r where r.notice_id = n.id and r.user_id = ${user_id})`;
