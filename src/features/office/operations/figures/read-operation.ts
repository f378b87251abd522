import { COINS } from '#contracts/coins.ts';
import { VERIFICATION_KINDS } from '#contracts/oversight/audit.ts';
import type { Db } from '#platform/db/client.ts';

/** One figure of the shop as a whole; its label is a coin, a kind of check or alert, or empty. */
export interface Figure {
  name:
    | 'alerts'
    | 'check_at'
    | 'check_problems'
    | 'deposits_held'
    | 'deposits_pending'
    | 'deposits_pending_s'
    | 'rate_at'
    | 'unclaimed';
  label: string;
  /** A count, seconds where the name ends in `_s`, or seconds since 1970 where it ends in `_at`. */
  value: number;
}

/** Rows are counted no further: a count of one more means that there are more. */
const COUNTED = 10_000;

/** What operators watch in the database, in one statement that counts by index and within limits. */
export const readOperation = (sql: Db, now: Date): Promise<Figure[]> => sql<Figure[]>`
  with pending as materialized (
    select coin, state, first_seen_at from deposits where state <> 'credited' or gone_at is not null
    limit ${COUNTED + 1}),
  checked as materialized (
    select k.kind, v.ended_at, v.problems from unnest(${[...VERIFICATION_KINDS]}::text[]) as k (kind)
    cross join lateral (
      select ended_at, problems from verifications where kind = k.kind and ended_at is not null and not given_up
      order by id desc limit 1) v)
  select 'alerts' as name, kind as label, count(*)::float8 as value
    from (select kind from alerts where resolved_at is null limit ${COUNTED + 1}) as open group by kind
  union all select 'check_at', kind, extract(epoch from ended_at)::float8 from checked
  union all select 'check_problems', kind, problems::float8 from checked
  union all select 'deposits_pending', coin, count(*)::float8 from pending where state = 'pending' group by coin
  union all select 'deposits_pending_s', coin,
      greatest(extract(epoch from ${now}::timestamptz - min(first_seen_at)), 0)::float8
    from pending where state = 'pending' group by coin
  union all select 'deposits_held', coin, count(*)::float8
    from (select coin from deposits where hold_reason is not null limit ${COUNTED + 1}) as held group by coin
  union all select 'rate_at', c.coin, extract(epoch from r.at)::float8 from unnest(${[...COINS]}::text[]) as c (coin)
    cross join lateral (select at from rate_samples where coin = c.coin order by id desc limit 1) r
  union all select 'unclaimed', coin, count(*)::float8
    from (select coin from unclaimed_deposits where deposit_id is null and height is not null
      limit ${COUNTED + 1}) as nobodys group by coin`;
