import type { Chain } from '#platform/chain/open-chain.ts';
import { RpcError } from '#platform/chain/rpc/json-rpc.ts';
import type { Spending } from '#platform/chain/types.ts';
import { rowMac } from '#platform/vault/row-seal.ts';
import { findCursor } from '../../../coins/deposits/credit/cursor.ts';
import { usualDepth } from '../../../coins/deposits/required-depth.ts';
import type { Ctx } from '../../../ctx.ts';

/** Read in one run for each coin: the next run goes on. */
const TRANSACTIONS = 200;

/** A transaction whose block nobody has read yet, with the outflows that it caused. */
interface Unread {
  id: string;
  txid: string;
  height: number;
  outflows: number;
  units: string;
}

/** Reads where each new outflow went and what it cost, once its block is deep enough to stay. */
export async function readTransactions(ctx: Ctx): Promise<void> {
  for (const chain of Object.values(ctx.chains)) {
    try {
      await readChain(ctx, chain);
    } catch (error) {
      // The node is away: the next run asks again.
      if (!(error instanceof RpcError)) throw error;
      ctx.log.warn({ coin: chain.coin, detail: error.detail }, 'the node does not say where outflows went');
    }
  }
}

async function readChain(ctx: Ctx, { coin, adapter }: Chain): Promise<void> {
  const cursor = await findCursor(ctx.sql, coin);
  if (!cursor) return;
  // The newest first: those of blocks that the node has pruned stay unread, and must not keep others from being read.
  const unread = await ctx.sql<Unread[]>`
    select t.id::text, t.txid, max(o.height) as height, count(*) as outflows, sum(o.amount_units)::text as units
    from outflow_transactions t join outflows o on o.coin = t.coin and o.txid = t.txid
    where t.coin = ${coin} and t.read_at is null group by t.id
    having max(o.height) <= ${cursor.height - usualDepth(coin) + 1} order by t.id desc limit ${TRANSACTIONS}`;
  if (unread.length === 0 || (await adapter.identity()) !== cursor.identity) return;
  for (const [height, rows] of Map.groupBy(unread, (row) => row.height)) {
    const block = await adapter.spendings(height, new Set(rows.map(({ txid }) => txid))).catch((error: unknown) => {
      if (error instanceof RpcError && error.reason === 'rpc') return null;
      throw error;
    });
    const mined_at = new Date((block?.time ?? 0) * 1000);
    for (const spending of block?.spendings ?? []) {
      const row = rows.find(({ txid }) => txid === spending.txid);
      if (row) await storeReading(ctx, row, { mined_at, spending });
    }
  }
}

/** The row can't be changed afterwards, so what proves it has to come with it. Of two that read it, the later one writes nothing. */
async function storeReading(
  { sql, vault, clock }: Ctx,
  row: Unread,
  { mined_at, spending }: { mined_at: Date; spending: Spending },
): Promise<void> {
  const read = {
    mined_at: mined_at.toISOString(),
    read_at: clock.now().toISOString(),
    fee_units: feeOf(row, spending)?.toString() ?? null,
    paid: spending.paid?.map(({ key, amount }) => [key, amount.toString()]) ?? null,
  };
  const [{ facts }] = await sql<[{ facts: string }]>`
    select sealed_facts(jsonb_populate_record(t, ${sql.json(read)})) as facts from outflow_transactions t
    where id = ${row.id}`;
  await sql`
    update outflow_transactions set mined_at = ${read.mined_at}, read_at = ${read.read_at},
      fee_units = ${read.fee_units},
      paid = ${read.paid && sql.json(read.paid)}, mac = ${rowMac(vault, 'outflow_transactions', facts)}
    where id = ${row.id} and read_at is null`;
}

/** What the inputs had beyond what was paid, if all of them were ours and were recorded; null where that isn't known. */
export function feeOf({ outflows, units }: Pick<Unread, 'outflows' | 'units'>, spending: Spending): bigint | null {
  const { fee, inputs, paid } = spending;
  if (fee !== null || paid === null || inputs !== outflows) return fee;
  const rest = BigInt(units) - paid.reduce((sum, { amount }) => sum + amount, 0n);
  return rest < 0n ? null : rest;
}
