import type { Coin } from '#platform/chain/types.ts';
import type { Db } from '#platform/db/client.ts';
import type { Year } from './year-of.ts';

/** Outflows read at a time. */
const PART = 1_000;

/** What left an address of the shop for somebody else, without change, with the fee where the chain counts by accounts. */
export interface Disposal {
  id: string;
  coin: Coin;
  /** null where it was recorded before times were. */
  at: string | null;
  height: number;
  txid: string | null;
  units: bigint;
  /** null without an accepted rate within a day. */
  usd_e8: bigint | null;
  rate_at: string | null;
  sources: string[];
}

/** Whether the outflow `o` went to a wallet of the operator's own, by its newest label. */
const isMoved = (sql: Db) => sql`coalesce((
  select l.label = 'cold_wallet' from outflow_labels l where l.coin = o.coin and l.txid = o.txid
  order by l.at desc, l.id desc limit 1), false)`;

/** What went to the operator's own wallets in a year, in base units. */
export async function readMoved(sql: Db, coin: Coin, { from, until }: Year): Promise<string> {
  const [row] = await sql<[{ units: string }]>`
    select coalesce(sum(o.amount_units), 0)::text as units from net_outflows o
    where o.coin = ${coin} and o.at >= ${from} and o.at < ${until} and ${isMoved(sql)}`;
  return row.units;
}

/** Outflows of a coin in the order of its chain, up to a moment, without what went to the operator's own wallets. */
export async function* readDisposals(sql: Db, coin: Coin, until: Date): AsyncIterable<Disposal> {
  for (let after = '0'; ; ) {
    const rows = await sql<(Disposal & Record<'units' | 'usd_e8', string>)[]>`
      select o.id::text, o.coin, o.at, o.height, o.txid, o.amount_units as units, r.usd_e8, r.at as rate_at,
        coalesce(r.sources, '{}') as sources
      from net_outflows o left join rate_samples r on r.id = o.rate_id
      where o.coin = ${coin} and o.id > ${after} and o.amount_units > 0 and (o.at is null or o.at < ${until})
        and not ${isMoved(sql)}
      order by o.id limit ${PART}`;
    for (const row of rows)
      yield { ...row, units: BigInt(row.units), usd_e8: row.usd_e8 === null ? null : BigInt(row.usd_e8) };
    if (rows.length < PART) return;
    after = rows.at(-1)!.id;
  }
}
