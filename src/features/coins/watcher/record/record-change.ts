import type { Coin, Tip, Transfer } from '#platform/chain/types.ts';
import type { Db } from '#platform/db/client.ts';
import { sealRows } from '#platform/vault/row-seal.ts';
import type { Ctx } from '../../../ctx.ts';
import { changeAllSealed } from '../../deposits/change-sealed.ts';

/** Records what a wallet of our keys paid itself as change, or finds it after a reorganisation: it stays ours, and is nobody's payment. */
export async function recordChange(
  ctx: Ctx,
  sql: Db,
  coin: Coin,
  transfers: readonly Transfer[],
  { height, hash }: Tip,
): Promise<void> {
  if (transfers.length === 0) return;
  const outputs = transfers.flatMap(({ txid, key, n, amount, outputs: several = [{ n, amount }] }) =>
    several.map((output) => ({ txid, key, n: output.n, units: output.amount.toString() })),
  );
  const paid = sql`unnest(
    ${outputs.map(({ key }) => key)}::text[], ${outputs.map(({ txid }) => txid)}::text[],
    ${outputs.map(({ n }) => n)}::int[], ${outputs.map(({ units }) => units)}::numeric[]) as paid (key, txid, n, amount_units)`;
  const known = await sql<{ id: string }[]>`
    select c.id::text from change_outputs c join ${paid} using (txid, n) where c.coin = ${coin}`;
  const ids = known.map(({ id }) => id);
  await changeAllSealed(ctx, sql, { table: 'change_outputs', ids }, { height, hash });
  const written = await sql<{ id: string; facts: string }[]>`
    insert into change_outputs (coin, key, txid, n, amount_units, height, hash)
    select ${coin}, key, txid, n, amount_units, ${height}, ${hash} from ${paid} on conflict (coin, txid, n) do nothing
    returning id::text, sealed_facts(change_outputs) as facts`;
  await sealRows(ctx.vault, sql, 'change_outputs', written);
}

/** Detaches change from a block that left the best chain, or all of it from a development chain that was reset. */
export async function detachChange(ctx: Ctx, sql: Db, coin: Coin, hash: string | 'all'): Promise<void> {
  const rows = await sql<{ id: string }[]>`
    select id::text from change_outputs
    where coin = ${coin} and ${hash === 'all' ? sql`hash is not null` : sql`hash = ${hash}`}`;
  const ids = rows.map(({ id }) => id);
  await changeAllSealed(ctx, sql, { table: 'change_outputs', ids }, { height: null, hash: null });
}
