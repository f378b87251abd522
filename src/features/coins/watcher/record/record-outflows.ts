import { DAY_MS } from '#contracts/time-units.ts';
import type { Block, Coin } from '#platform/chain/types.ts';
import type { Tx } from '#platform/db/client.ts';
import { sealRows } from '#platform/vault/row-seal.ts';
import type { Ctx } from '../../../ctx.ts';

/** How far from a block's time a rate may be and still value what left in it. */
const VALUED_MS = DAY_MS;

/**
 * Records what left our addresses in a block, with the accepted rate nearest to the block's time. An output that was never
 * recorded leaves nothing.
 */
export async function recordOutflows(
  { vault }: Pick<Ctx, 'vault'>,
  sql: Tx,
  coin: Coin,
  { height, time, outflows }: Block,
): Promise<void> {
  if (outflows.length === 0) return;
  const at = new Date(time * 1000);
  const rate_id = await nearestRate(sql, coin, at);
  const outputs = outflows.map(({ left }) => (typeof left === 'string' ? left.split(':') : []));
  const recorded = await sql<{ id: string; facts: string }[]>`
    insert into outflows (coin, key, height, amount_units, txid, at, rate_id)
    select ${coin}, o.key, ${height}, coalesce(o.units, d.amount_units, u.amount_units), o.txid, ${at}, ${rate_id}
    from unnest(
      ${outflows.map(({ key }) => key)}::text[], ${outflows.map(({ txid }) => txid)}::text[],
      ${outflows.map(({ left }) => (typeof left === 'bigint' ? left.toString() : null))}::numeric[],
      ${outputs.map(([txid]) => txid ?? null)}::text[], ${outputs.map(([, n]) => n ?? null)}::int[]
    ) as o (key, txid, units, spent, n)
    left join received_outputs d on d.coin = ${coin} and d.txid = o.spent and d.n = o.n
    left join unclaimed_deposits u on u.coin = ${coin} and u.txid = o.spent and u.n = o.n and u.deposit_id is null
    where coalesce(o.units, d.amount_units, u.amount_units) is not null
    returning id::text, sealed_facts(outflows) as facts`;
  await sealRows(vault, sql, 'outflows', recorded);
}

async function nearestRate(sql: Tx, coin: Coin, at: Date): Promise<number | null> {
  const [first, last] = [new Date(at.getTime() - VALUED_MS), new Date(at.getTime() + VALUED_MS)];
  const [rate] = await sql<{ id: number }[]>`
    select id from rate_samples where coin = ${coin} and at between ${first} and ${last}
    order by abs(extract(epoch from at - ${at})), id limit 1`;
  return rate?.id ?? null;
}
