import type { Coin, Outflow } from '#platform/chain/types.ts';
import type { Tx } from '#platform/db/client.ts';
import { sealRow } from '#platform/vault/row-seal.ts';
import type { Ctx } from '../../../ctx.ts';

/** Records what left one of our addresses. An output that was never recorded, such as dust, leaves nothing. */
export async function recordOutflow(
  ctx: Ctx,
  sql: Tx,
  { coin, height, txid, key, left }: Outflow & { coin: Coin; height: number },
): Promise<void> {
  const amount = typeof left === 'bigint' ? left.toString() : await unitsOf(sql, coin, left);
  if (amount === null) return;
  const [outflow] = await sql<{ id: string; facts: string }[]>`
    insert into outflows (coin, key, height, amount_units, txid) values (${coin}, ${key}, ${height}, ${amount}, ${txid})
    returning id::text, sealed_facts(outflows) as facts`;
  await sealRow(ctx.vault, sql, 'outflows', outflow!);
}

async function unitsOf(sql: Tx, coin: Coin, output: string): Promise<string | null> {
  const [txid, n] = output.split(':') as [string, string];
  const [row] = await sql<{ units: string }[]>`
    select amount_units as units from deposits where coin = ${coin} and txid = ${txid} and n = ${Number(n)}
    union all
    select amount_units from unclaimed_deposits
    where coin = ${coin} and txid = ${txid} and n = ${Number(n)} and deposit_id is null`;
  return row?.units ?? null;
}
