import { readFile } from 'node:fs/promises';
import type { Sql } from '#platform/db/client.ts';
import { loadFast } from './load-fast.ts';

interface Amounts {
  tickets: number;
  /** Of each ticket, 40 words long. */
  comments: number;
}

/** Different texts of each language; a ticket says some of them. */
const TEXTS = 5_000;

/**
 * Inserts tickets of a twentieth as many accounts, half of them in German; one in fifty waits, half of those for nobody in
 * particular. Their words are those of the catalogues, few of them often.
 */
export async function addTickets(sql: Sql, { tickets, comments }: Amounts): Promise<void> {
  const people = Math.max(1, Math.floor(tickets / 20));
  await loadFast(sql, ['tickets', 'ticket_comments', 'ticket_search'], async (on) => {
    await addTexts(on);
    await on`
      insert into tickets (user_id, category_id, subject, status, waiting_since, assignee_id, buyer_read_at, created_at, updated_at)
      select u.id, c.id, x.subject, status, case when status < 3 then at end,
        case when status < 3 and n % 4 < 2 then (select min(id::text) from users where role = 'admin')::uuid end, at, at, at
      from generate_series(1, ${tickets}::int) as n
        cross join lateral (select now() - n * interval '5 minutes' as at, case when n % 50 = 0 then 1 + n / 50 % 2 else 3 + n % 3 end as status) as facts
        join (select id, row_number() over () as place from (
          select id from users where role = 'buyer' order by id limit ${people}::int) as first) as u on u.place = 1 + n % ${people}::int
        join (select id, row_number() over (order by slug) as place from support_categories) as c on c.place = 1 + n % 7
        join bench_texts x on x.place = n * 7919::bigint % ${2 * TEXTS}::int`;
    await on`
      insert into ticket_comments (ticket_id, author_id, by_staff, body, created_at)
      select t.id, t.user_id, false, x.body, t.created_at
      from tickets t cross join generate_series(1, ${comments}::int) as m
      join bench_texts x on x.place = t.number * m * 104729::bigint % ${2 * TEXTS}::int`;
    await on`
      insert into ticket_search (ticket_id, words)
      select t.id, strip(ticket_lexemes(t.number || ' ' || t.subject || ' ' || u.username) || x.words || y.words)
      from tickets t join users u on u.id = t.user_id
      join bench_texts x on x.place = t.number * 104729::bigint % ${2 * TEXTS}::int
      join bench_texts y on y.place = t.number * ${comments}::int * 104729::bigint % ${2 * TEXTS}::int`;
    await on`drop table bench_texts`;
  });
  await sql`refresh materialized view ticket_words`;
  await sql`vacuum analyze ticket_words`;
}

/** Subjects of 6 words and texts of 40, in both languages by turns, with what the search keeps of each. */
async function addTexts(on: Sql): Promise<void> {
  await on`create table bench_texts (place bigint primary key, subject text, body text, words tsvector)`;
  for (const [shift, locale] of ['en', 'de'].entries()) {
    const words = await wordsOf(locale);
    const say = (length: number) =>
      Array.from({ length }, () => words[Math.floor(words.length * Math.random() ** 3)]).join(' ');
    const rows = Array.from({ length: TEXTS }, (_, n) => ({
      place: 2 * n + shift,
      subject: say(6).slice(0, 200),
      body: say(40),
    }));
    await on`
      insert into bench_texts (place, subject, body, words)
      select place, subject, body, ticket_lexemes(body) from jsonb_to_recordset(${on.json(rows)}) as each (place bigint, subject text, body text)`;
  }
  await on`analyze bench_texts`;
}

async function wordsOf(locale: string): Promise<string[]> {
  const catalogue = await readFile(new URL(`../../src/i18n/${locale}.json`, import.meta.url), 'utf8');
  const texts = Object.values(JSON.parse(catalogue) as Record<string, string>).join(' ');
  return [...new Set(texts.match(/\p{L}{3,}/gu))];
}
