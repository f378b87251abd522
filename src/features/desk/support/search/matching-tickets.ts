import type { Db, Fragment } from '#platform/db/client.ts';
import { readTerms, type SearchTerm } from './read-terms.ts';

/** Up to as many tickets are looked up by id; of more, a list is read in its own order until a page is full. */
const FEW = 1000;

interface Matching {
  /** More than can be counted, so that nobody need count them. */
  many: boolean;
  /** For a list that is read in its own order until a page is full. */
  listed: () => Fragment;
  /** For a bounded count, in the order that costs least. */
  counted: () => Fragment;
}

/**
 * SQL of whether a search finds the ticket `t`: by its number, its subject, its texts, and whose it is. Each word may be
 * the beginning of one, a part of one or misspelt. No search finds all, and one without a word in it nothing.
 * Functions, because awaiting SQL would run it.
 */
export async function matchingTickets(sql: Db, q: string | undefined): Promise<Matching> {
  if (!q) return both(() => sql`true`);
  const query = (await readTerms(sql, q)).map(alternatives).join(' & ');
  if (!query) return both(() => sql`false`);
  const found = await sql<{ ticket_id: string }[]>`
    select ticket_id from ticket_search where words @@ ${query}::text::tsquery limit ${FEW + 1}`;
  const ids = found.map(({ ticket_id }) => ticket_id);
  if (ids.length <= FEW) return both(() => sql`t.id = any(${ids}::uuid[])`);
  return {
    many: true,
    // A scalar subquery stays a filter: as a join, the planner may read all the tickets that it finds first.
    listed: () => sql`(select s.words @@ ${query}::text::tsquery from ticket_search s where s.ticket_id = t.id)`,
    counted: () => sql`t.id in (select ticket_id from ticket_search where words @@ ${query}::text::tsquery)`,
  };
}

const both = (matching: () => Fragment): Matching => ({ many: false, listed: matching, counted: matching });

/** The words that one word of a search stands for, as a part of a tsquery. */
function alternatives({ word, stems, holding, similar, known }: SearchTerm): string {
  const begins = /^\d+$/.test(word) || word.length < 3 ? quoted(word) : `${quoted(word)}:*`;
  const others = [...stems, ...holding, ...(known ? [] : similar)].map(quoted);
  return `(${[begins, ...new Set(others)].join(' | ')})`;
}

const quoted = (word: string) => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
