import type { Coin, Outflow } from '#platform/chain/types.ts';
import type { Tx } from '#platform/db/client.ts';
import { sealRows } from '#platform/vault/row-seal.ts';
import type { Ctx } from '../../../ctx.ts';

/** Records what left our addresses in a block. An output that was never recorded leaves nothing. */
export async function recordOutflows(
  { vault }: Pick<Ctx, 'vault'>,
  sql: Tx,
  { coin, height }: { coin: Coin; height: number },
  outflows: readonly Outflow[],
): Promise<void> {
  if (outflows.length === 0) return;
  const outputs = outflows.map(({ left }) => (typeof left === 'string' ? left.split(':') : []));
  const recorded = await sql<{ id: string; facts: string }[]>`
    insert into outflows (coin, key, height, amount_units, txid)
    select ${coin}, o.key, ${height}, coalesce(o.units, d.amount_units, u.amount_units), o.txid
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
