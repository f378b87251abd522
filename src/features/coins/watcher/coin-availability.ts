import type { PauseCode } from '#contracts/coins/watcher.ts';
import { MINUTE_MS } from '#contracts/time-units.ts';
import { message, type Text } from '#i18n/message.ts';
import { translate } from '#i18n/translate.ts';
import type { Coin } from '#platform/chain/types.ts';
import { formatUnits } from '#platform/chain/units.ts';
import type { Db } from '#platform/db/client.ts';
import type { Ctx } from '../../ctx.ts';
import { MINIMUM_CENTS } from '../deposits/credit/top-up-limits.ts';
import { largeDepth, usualDepth } from '../deposits/required-depth.ts';
import { spendingCost } from '../dust/economic-minimum.ts';
import { freshRate } from '../rates/samples/fresh-rate.ts';

/** A cursor that wasn't updated for this long is as good as a dead chain. */
const WATCHED_MS = MINUTE_MS;
export const BLOCK_SECONDS: Record<Coin, number> = { BTC: 600, ETH: 12, LTC: 150 };

type ReasonCode = 'unwatched' | 'behind' | 'not_ready' | 'no_rate';

/** Pauses that end by themselves once the node, or the shop, has caught up. */
const BEHIND: readonly PauseCode[] = ['node_syncing', 'catching_up'];

export interface CoinAvailability {
  coin: Coin;
  network: string;
  available: boolean;
  /** Why it is unavailable now. */
  reason_code: ReasonCode | null;
  minimum_cents: number;
  /** Smaller outputs are only credited in sum. */
  dust_below_units: string | null;
  confirmations: number;
  large_from_cents: number;
  large_confirmations: number;
  block_seconds: number;
  usd: string | null;
}

/** The configured coins, each with whether it can be paid now. */
export async function listCoinAvailability(ctx: Ctx, locale: string): Promise<CoinAvailability[]> {
  const coins = Object.keys(ctx.chains).toSorted() as Coin[];
  return Promise.all(coins.map((coin) => readCoinAvailability(ctx, ctx.sql, coin, locale)));
}

export async function readCoinAvailability(ctx: Ctx, sql: Db, coin: Coin, locale: string): Promise<CoinAvailability> {
  const now = ctx.clock.now();
  const [cursor] = await sql<{ identity: string; reason_code: PauseCode | null; checked_at: string }[]>`
    select identity, reason_code, checked_at from chain_cursors where coin = ${coin}`;
  const rate = await freshRate(ctx, sql, coin, now);
  const code = unavailabilityOf(cursor, rate !== null, now);
  const { from_cents, confirmations } = largeDepth(coin);
  return {
    coin,
    network: translate(locale, networkName(coin, cursor?.identity ?? '')),
    available: code === null,
    reason_code: code,
    minimum_cents: MINIMUM_CENTS,
    dust_below_units: spendingCost(ctx, coin)?.toString() ?? null,
    confirmations: usualDepth(coin),
    large_from_cents: from_cents,
    large_confirmations: confirmations,
    block_seconds: BLOCK_SECONDS[coin],
    usd: rate && formatUnits(rate.usd_e8, 8),
  };
}

/** Why payments on this cursor's chain are unavailable now. */
export function unavailabilityOf(
  cursor: { reason_code: PauseCode | null; checked_at: string | null } | undefined,
  hasRate: boolean,
  now: Date,
): ReasonCode | null {
  if (!cursor?.checked_at || now.getTime() - Date.parse(cursor.checked_at) > WATCHED_MS) return 'unwatched';
  if (cursor.reason_code) return BEHIND.includes(cursor.reason_code) ? 'behind' : 'not_ready';
  return hasRate ? null : 'no_rate';
}

const ETHEREUM_NETWORKS: Record<string, Text> = {
  '1': message('network.ethereum'),
  '11155111': message('network.test', { name: 'Sepolia' }),
  '31337': message('network.development', { name: 'Ethereum' }),
};

/** An Ethereum chain's identity starts with its chain id. */
export const chainIdOf = (identity: string): number => Number(identity.split(':')[0]);

/** The name of a chain with this identity; the coin's plain name before the chain was ever polled. */
export function networkName(coin: Coin, identity: string): Text {
  if (coin !== 'ETH') {
    const name = coin === 'BTC' ? 'Bitcoin' : 'Litecoin';
    const [network] = identity.split(':');
    if (network === 'regtest') return message('network.development', { name });
    return network && network !== 'main' ? message('network.test', { name }) : name;
  }
  const id = String(chainIdOf(identity));
  return ETHEREUM_NETWORKS[id] ?? (identity ? message('network.ethereum_chain', { id }) : 'Ethereum');
}
