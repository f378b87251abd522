import type { Coin } from '#platform/chain/types.ts';
import { decimalPrice } from './decimal-price.ts';

/** One price from one source; `at` is the source's own time, if it gives one. */
export interface Price {
  coin: Coin;
  usd_e9: bigint;
  at: Date | null;
}

const NAMES: Record<Coin, { slug: string; kraken: RegExp }> = {
  BTC: { slug: 'bitcoin', kraken: /^X?XBTZ?USD$/ },
  ETH: { slug: 'ethereum', kraken: /^X?ETHZ?USD$/ },
  LTC: { slug: 'litecoin', kraken: /^X?LTCZ?USD$/ },
};
const COINS = Object.keys(NAMES) as Coin[];

export type Fields = Record<string, unknown>;
export const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/**
 * Parses a public ticker's reply by its structure: Kraken's Ticker, CoinGecko's simple/price and coins/markets,
 * CoinMarketCap's ticker. Coins that are missing or malformed are left out.
 */
export function readTicker(answer: unknown): Price[] {
  if (Array.isArray(answer)) return COINS.flatMap((coin) => orNothing(() => fromList(answer, coin)));
  if (!isFields(answer)) throw new Error('the ticker answered neither an object nor a list');
  if (Array.isArray(answer.error) && answer.error.length > 0)
    throw new Error(`the ticker says: ${answer.error.join(', ')}`);
  const { result } = answer;
  if (isFields(result)) return COINS.flatMap((coin) => orNothing(() => fromKraken(result, coin)));
  return COINS.flatMap((coin) => orNothing(() => fromSimple(answer, coin)));
}

function fromKraken(result: Fields, coin: Coin): Price | null {
  // The pair's key differs from the name in the request.
  const pair = Object.entries(result).find(([name]) => NAMES[coin].kraken.test(name))?.[1] as {
    a: string[];
    b: string[];
  };
  return pair ? { coin, usd_e9: (decimalPrice(pair.a[0]) + decimalPrice(pair.b[0])) / 2n, at: null } : null;
}

function fromSimple(answer: Fields, coin: Coin): Price | null {
  const entry = answer[NAMES[coin].slug];
  return isFields(entry) ? { coin, usd_e9: decimalPrice(entry.usd), at: fromSeconds(entry.last_updated_at) } : null;
}

function fromList(answer: unknown[], coin: Coin): Price | null {
  const entry = answer.filter(isFields).find(({ id }) => id === NAMES[coin].slug);
  if (!entry) return null;
  const { last_updated } = entry;
  const at =
    typeof last_updated === 'string' && last_updated.includes('-') ? new Date(last_updated) : fromSeconds(last_updated);
  return { coin, usd_e9: decimalPrice(entry.current_price ?? entry.price_usd), at };
}

export function fromSeconds(seconds: unknown): Date | null {
  const ms = Number(seconds) * 1000;
  return seconds !== undefined && Number.isSafeInteger(ms) ? new Date(ms) : null;
}

function orNothing(read: () => Price | null): Price[] {
  try {
    const price = read();
    return price && !Number.isNaN(price.at?.getTime()) ? [price] : [];
  } catch {
    return [];
  }
}
