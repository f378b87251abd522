import type { Coin, Transfer } from '#platform/chain/types.ts';
import type { Db } from '#platform/db/client.ts';
import type { Ctx } from '../../ctx.ts';
import { isDust } from './economic-minimum.ts';

/** Which of these transfers are dust: those recorded so, whatever the fee rate was; of the others, those by the rule. */
export async function findDust(
  ctx: Ctx,
  sql: Db,
  coin: Coin,
  transfers: readonly Transfer[],
): Promise<ReadonlySet<Transfer>> {
  const txids = [...new Set(transfers.map(({ txid }) => txid))];
  const known = await sql<{ output: string; dust: boolean }[]>`
    select txid || ':' || n as output, true as dust from dust_deposits where coin = ${coin} and txid = any(${txids})
    union all
    select txid || ':' || n, false from deposits where coin = ${coin} and txid = any(${txids})`;
  const recorded = new Map(known.map(({ output, dust }) => [output, dust]));
  const recordOf = ({ txid, n, amount, outputs = [{ n, amount }] }: Transfer) =>
    outputs.map((output) => recorded.get(`${txid}:${output.n}`)).find((dust) => dust !== undefined);
  return new Set(transfers.filter((transfer) => recordOf(transfer) ?? isDust(ctx, coin, transfer)));
}
