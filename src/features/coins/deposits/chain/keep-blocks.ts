import type { Coin, Tip } from '#platform/chain/types.ts';
import type { Db } from '#platform/db/client.ts';

/** Keeps the hash of a block, and of the last ones before it; both statements are sent at once. */
export const keepBlock = (sql: Db, coin: Coin, { height, hash }: Tip, history: number): Promise<unknown> =>
  Promise.all([
    sql`
      insert into chain_blocks (coin, height, hash) values (${coin}, ${height}, ${hash})
      on conflict (coin, height) do update set hash = excluded.hash`.execute(),
    sql`delete from chain_blocks where coin = ${coin} and height < ${height - history}`.execute(),
  ]);

/** Drops a block that left the best chain. */
export async function dropBlock(sql: Db, coin: Coin, height: number): Promise<void> {
  await sql`delete from chain_blocks where coin = ${coin} and height = ${height}`;
}

/** Puts other blocks in place of all that are known of a chain. */
export async function replaceBlocks(sql: Db, coin: Coin, blocks: readonly Tip[]): Promise<void> {
  await sql`delete from chain_blocks where coin = ${coin}`;
  await sql`
    insert into chain_blocks (coin, height, hash)
    select ${coin}, height, hash from unnest(${blocks.map((b) => b.height)}::bigint[],
      ${blocks.map((b) => b.hash)}::text[]) as b (height, hash)`;
}
