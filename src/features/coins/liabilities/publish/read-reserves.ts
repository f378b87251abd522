import type { Reserve } from '#contracts/coins/sum-statement.ts';
import { COINS } from '#contracts/coins.ts';
import type { Tx } from '#platform/db/client.ts';
import { usualDepth } from '../../deposits/required-depth.ts';
import { movesUpTo } from '../../watcher/moves-up-to.ts';

interface Followed {
  block: string;
  units: string;
  keys: string[];
}

/** What the addresses of each followed coin held, at a block deep enough to stay. */
export async function readReserves(sql: Tx): Promise<Reserve[]> {
  const reserves: Reserve[] = [];
  for (const coin of COINS) {
    const [cursor] = await sql<{ height: number | null }[]>`select height from chain_cursors where coin = ${coin}`;
    const height = (cursor?.height ?? 0) - usualDepth(coin) + 1;
    const [found] = await sql<Followed[]>`
      select b.hash as block,
        (select greatest(coalesce(sum(m.units), 0), 0)::text from (${movesUpTo(sql, coin, height)}) m) as units,
        (select array_agg(encode(x.xpub_hash, 'hex') order by x.id) from xpub_accounts x where x.coin = ${coin}) as keys
      from chain_blocks b where b.coin = ${coin} and b.height = ${height}
        and exists (select from xpub_accounts x where x.coin = ${coin})`;
    if (found) reserves.push({ coin, height, ...found });
  }
  return reserves;
}
