import type { Reserve } from '#contracts/office/cold-wallets.ts';
import type { Db } from '#platform/db/client.ts';

/** What the nodes said last of the wallets that two people agreed to watch, by coin. */
export const readReserves = (sql: Db) => sql<Omit<Reserve, 'worth_cents'>[]>`
  select w.coin, count(*) as wallets, coalesce(sum(b.units), 0)::text as units, min(b.at) as read_at,
    count(*) filter (where b.at is null) as unread
  from cold_wallets w left join lateral (
    select units, at from cold_wallet_balances where wallet_id = w.id order by id desc limit 1) b on true
  where w.state = 'watched' group by w.coin order by w.coin`;
