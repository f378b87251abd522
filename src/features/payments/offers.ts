import type { Coin } from '#platform/chain/types.ts';
import type { Db } from '#platform/db/client.ts';
import type { Ctx } from '../ctx.ts';
import { freshRate } from '../rates/fresh-rate.ts';
import { usualDepth } from './required-depth.ts';

export const MINIMUM_CENTS = 500;
/** A cursor that nobody looked after for this long is as good as a dead chain. */
const WATCHED_MS = 60_000;

export interface Offer {
  coin: Coin;
  network: string;
  available: boolean;
  /** Why it is not available now. */
  reason: string | null;
  minimum_cents: number;
  confirmations: number;
}

/** The coins that are set up, each with whether it can be paid now. */
export async function listOffers(ctx: Ctx): Promise<Offer[]> {
  const coins = Object.keys(ctx.chains).toSorted() as Coin[];
  return Promise.all(coins.map((coin) => readOffer(ctx, ctx.sql, coin)));
}

export async function readOffer(ctx: Ctx, sql: Db, coin: Coin): Promise<Offer> {
  const now = ctx.clock.now();
  const [cursor] = await sql<{ identity: string; reason: string | null; checked_at: string }[]>`
    select identity, reason, checked_at from chain_cursors where coin = ${coin}`;
  const reason = await reasonAgainst(sql, coin, cursor, now);
  return {
    coin,
    network: networkName(coin, cursor?.identity ?? ''),
    available: reason === null,
    reason,
    minimum_cents: MINIMUM_CENTS,
    confirmations: usualDepth(coin),
  };
}

async function reasonAgainst(
  sql: Db,
  coin: Coin,
  cursor: { reason: string | null; checked_at: string } | undefined,
  now: Date,
): Promise<string | null> {
  if (!cursor || now.getTime() - Date.parse(cursor.checked_at) > WATCHED_MS)
    return 'Its network is not being watched right now.';
  if (cursor.reason) return 'Its network is not ready right now.';
  if (!(await freshRate(sql, coin, now))) return 'There is no current exchange rate for it right now.';
  return null;
}

const ETHEREUM_NETWORKS: Record<string, string> = {
  '1': 'Ethereum mainnet',
  '11155111': 'Sepolia test network',
  '31337': 'local Ethereum development chain',
};

/** An Ethereum identity starts with its chain id. */
export const chainIdOf = (identity: string): number => Number(identity.split(':')[0]);

function networkName(coin: Coin, identity: string): string {
  if (coin !== 'ETH') return coin === 'BTC' ? 'Bitcoin' : 'Litecoin';
  const chainId = String(chainIdOf(identity));
  return ETHEREUM_NETWORKS[chainId] ?? (identity ? `Ethereum chain ${chainId}` : 'Ethereum');
}
