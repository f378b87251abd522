import type { FOUND_BY } from '#contracts/customers/users.ts';
import type { Db, Query } from '#platform/db/client.ts';
import { escapeLike } from '#platform/db/escape-like.ts';

type FoundBy = (typeof FOUND_BY)[number];

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const number = /^#?(\d{1,15})$/;
const txid = /^(?:0x)?([0-9a-f]{64})$/i;
const address = /^[a-z0-9]{25,90}$/i;

/**
 * SQL for the ids of the accounts that a text may mean, with how each was found, `most` at most; `wanted` is a further
 * condition on users `u`. What the text can be decides where it is looked for.
 */
export function findUsers(sql: Db, text: string, { wanted, most }: { wanted: Query; most: number }): Query {
  const ways = waysOf(sql, text).map(
    ([by, ids]) => sql`select u.id, ${by}::text as found_by from users u where u.id in (${ids}) and ${wanted}`,
  );
  // Without an order, or else the planner may walk all accounts for the few that match.
  const byName = sql`
    select u.id, 'name' as found_by from users u where ${named(sql, text.toLowerCase())} and u.erased_at is null and ${wanted}
    limit ${most}`;
  const all = ways.reduce((sum, way) => sql`${sum} union all ${way}`, sql`(${byName})`);
  return sql`select id, max(found_by) as found_by from (${all}) ways group by id`;
}

function waysOf(sql: Db, text: string): [FoundBy, Query][] {
  if (uuid.test(text)) {
    const id = text.toLowerCase();
    return [
      ['id', sql`select ${id}::uuid`],
      ['order', sql`select user_id from orders where id = ${id}`],
      [
        'payment',
        sql`select user_id from payments where id = ${id} union all select user_id from deposits where id = ${id}`,
      ],
    ];
  }
  const digits = number.exec(text)?.[1];
  if (digits) {
    return [
      ['order', sql`select user_id from orders where number = ${digits}::bigint`],
      ['payment', sql`select user_id from payments where number = ${digits}::bigint`],
    ];
  }
  const hash = txid.exec(text)?.[1]?.toLowerCase();
  if (hash) {
    const spellings = [hash, `0x${hash}`];
    return [
      [
        'transaction',
        sql`
          select user_id from deposits where coin in ('BTC', 'ETH', 'LTC') and txid = any(${spellings})
          union all select p.user_id from seen_hints s join payments p on p.id = s.payment_id
            where s.coin in ('BTC', 'ETH', 'LTC') and s.txid = any(${spellings})`,
      ],
    ];
  }
  if (!address.test(text)) return [];
  return [['address', sql`select user_id from deposit_addresses where lower(address) = ${text.toLowerCase()}`]];
}

/** A part of a name or e-mail address; of one or two letters, the beginning of a name. */
function named(sql: Db, text: string): Query {
  const part = `%${escapeLike(text)}%`;
  const at = text.indexOf('@');
  if (text.length < 3) return sql`u.username >= ${text} and u.username like ${`${escapeLike(text)}%`}`;
  const words = sql`user_words(u.username, u.email, u.display_name)`;
  // Hosts are shared by so many that looking them up in the index costs more than it saves.
  if (at >= 3) return sql`${words} like ${`%${escapeLike(text.slice(0, at + 1))}%`} and u.email like ${part}`;
  return sql`${words} like ${part}`;
}
