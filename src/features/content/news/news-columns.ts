import type { Db, Fragment } from '#platform/db/client.ts';
import { type Actor, localeOf } from '../../ctx.ts';
import { localeRead } from '../shown/locale-read.ts';
import { translated } from '../shown/translated.ts';

export interface NewsRow {
  id: string;
  title: string;
  content: string;
  locale: string;
  published_at: string;
  unread: boolean;
}

/** Columns of an item for its reader. What was there before the account was made is not called unread. */
export const newsColumns = (sql: Db, actor: Actor): Fragment => sql`
  id, ${translated(sql, localeOf(actor), 'title')} as title, ${translated(sql, localeOf(actor), 'content')} as content,
  ${localeRead(sql, localeOf(actor))} as locale, published_at, published_at > coalesce(
    (select read_at from news_readings where user_id = ${actor.user.id}),
    (select created_at from users where id = ${actor.user.id})) as unread`;
