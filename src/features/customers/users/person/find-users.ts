import type { Db, Query } from '#platform/db/client.ts';
import { escapeLike } from '#platform/db/escape-like.ts';
import type { Named, UserFinder } from '../../../feature.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const number = /^#?(\d{1,15})$/;
const txid = /^(?:0x)?([0-9a-f]{64})$/i;
const address = /^[a-z0-9]{25,90}$/i;

/**
 * SQL for the ids of the accounts that a text may mean, with how each was found, `limit` at most; `which` is a further
 * condition on users `u`. What the text can be decides where it is looked for.
 */
export function findUsers(
  sql: Db,
  finders: readonly UserFinder[],
  text: string,
  { which, limit }: { which: Query; limit: number },
): Query {
  const ways = waysOf(sql, finders, text).map(
    ([by, ids]) => sql`select u.id, ${by}::text as found_by from users u where u.id in (${ids}) and ${which}`,
  );
  // Without an order, or else the planner may walk all accounts for the few that match.
  const byName = sql`
    select u.id, 'name' as found_by from users u
    where ${named(sql, text.toLowerCase())} and u.erased_at is null and ${which}
    limit ${limit}`;
  const all = ways.reduce((sum, way) => sql`${sum} union all ${way}`, sql`(${byName})`);
  return sql`select id, max(found_by) as found_by from (${all}) ways group by id`;
}

function waysOf(sql: Db, finders: readonly UserFinder[], text: string): [UserFinder['by'], Query][] {
  const what = namedBy(text);
  if (!what) return [];
  const found = finders.flatMap(({ by, find }): [UserFinder['by'], Query][] => {
    const ids = find(sql, what);
    return ids ? [[by, ids]] : [];
  });
  return 'id' in what ? [['id', sql`select ${what.id}::uuid`], ...found] : found;
}

function namedBy(text: string): Named | null {
  if (uuid.test(text)) return { id: text.toLowerCase() };
  const digits = number.exec(text)?.[1];
  if (digits) return { number: digits };
  const hash = txid.exec(text)?.[1];
  if (hash) return { txid: hash.toLowerCase() };
  return address.test(text) ? { address: text.toLowerCase() } : null;
}

/** A part of a name or e-mail address; of one or two letters, the beginning of a name. */
function named(sql: Db, text: string): Query {
  const part = `%${escapeLike(text)}%`;
  const at = text.indexOf('@');
  if (text.length < 3) return sql`u.username >= ${text} and u.username like ${`${escapeLike(text)}%`}`;
  const names = sql`user_words(u.username, u.email, u.display_name)`;
  // Hosts are shared by so many that looking them up in the index costs more than it saves.
  if (at >= 3) return sql`${names} like ${`%${escapeLike(text.slice(0, at + 1))}%`} and u.email like ${part}`;
  return sql`${names} like ${part}`;
}
