import type { Coin, PauseReason, Tip } from '#platform/chain/types.ts';
import type { Db } from '#platform/db/client.ts';

/** How far a chain has been read: every write about the chain belongs to the cursor it was computed from. */
export interface Cursor extends Tip {
  coin: Coin;
  identity: string;
  reconciled_height: number;
}

/** Another process moved the cursor first: start over. */
export class StaleCursor extends Error {
  override name = 'StaleCursor';
}

/** The chain contradicts our records in a way that code must not resolve: an admin has to step in. */
export class ChainHalt extends Error {
  override name = 'ChainHalt';
  readonly reason: PauseReason;

  constructor(reason: PauseReason) {
    super(`${reason.code} ${JSON.stringify(reason.facts)}`);
    this.reason = reason;
  }
}

export async function findCursor(sql: Db, coin: Coin): Promise<Cursor | undefined> {
  const [cursor] = await sql<Cursor[]>`
    select coin, identity, height, hash, reconciled_height from chain_cursors
      where coin = ${coin} and hash is not null`;
  return cursor;
}

/** Compare-and-set: moves the cursor if it is where the caller saw it, and locks it until the transaction ends. */
export async function moveCursor(sql: Db, from: Cursor, to: Tip): Promise<void> {
  const { count } = await sql`
    update chain_cursors set height = ${to.height}, hash = ${to.hash}
    where coin = ${from.coin} and height = ${from.height} and hash = ${from.hash}`;
  if (count !== 1) throw new StaleCursor(`the ${from.coin} cursor moved`);
}

/** Locks the cursor where the caller saw it until the transaction ends. */
export const holdCursor = (sql: Db, cursor: Cursor): Promise<void> => moveCursor(sql, cursor, cursor);

export async function knownHashAt(sql: Db, coin: Coin, height: number): Promise<string | undefined> {
  const [block] = await sql<
    { hash: string }[]
  >`select hash from chain_blocks where coin = ${coin} and height = ${height}`;
  return block?.hash;
}
