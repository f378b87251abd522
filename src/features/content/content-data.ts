import type { AccountData } from '../feature.ts';

export const contentData: AccountData = {
  /** Who registers accepts the terms in force. */
  begin: async (sql, { user_id, locale, now }) => {
    await sql`
      insert into terms_acceptances (user_id, text_id, accepted_at)
      select ${user_id}, t.id, ${now} from legal_text_in_force('terms', ${locale}, ${now}) t`;
  },
  sections: [
    {
      name: 'accepted_terms',
      read: (sql, { user_id, limit }) => sql`
        select t.kind, t.locale, t.published_at, a.accepted_at, t.content from terms_acceptances a
        join legal_texts t on t.id = a.text_id
        where a.user_id = ${user_id} order by a.accepted_at desc limit ${limit}`,
    },
    {
      name: 'news',
      read: (sql, { user_id, limit }) => sql`
        select 'read' as what, read_at as at from news_readings where user_id = ${user_id}
        union all select 'private feed', created_at from news_feeds where user_id = ${user_id} limit ${limit}`,
    },
    {
      name: 'notices_seen',
      read: (sql, { user_id, after, limit }) => sql`
        select notice_id as id, seen_at from notice_readings
        where user_id = ${user_id} and notice_id > ${after} order by notice_id limit ${limit}`,
    },
  ],
};
