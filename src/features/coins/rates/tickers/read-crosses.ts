import { decimalPrice } from './decimal-price.ts';
import { type Fields, fromSeconds, isFields } from './read-ticker.ts';

/** Dollars for one unit of another currency, from one source; `at` is the source's own time, if it gives one. */
export interface Cross {
  currency: string;
  usd_e9: bigint;
  at: Date | null;
}

const FIAT = new Set(Intl.supportedValuesOf('currency'));
/** How Kraken calls a pair with the dollar: on either side, with a Z before an old name. */
const PAIR = /^(?:Z?(?<base>[A-Z]{3})Z?USD|Z?USDZ?(?<quote>[A-Z]{3}))$/;
const ONE = 10n ** 9n;

/**
 * Parses the fiat crosses in a public ticker's reply: Kraken's pairs with the dollar, and those that follow from a bitcoin's
 * price in several currencies (CoinGecko's simple/price, CoinMarketCap's ticker). What is malformed is left out.
 */
export function readCrosses(answer: unknown): Cross[] {
  if (isFields(answer) && isFields(answer.result)) return Object.entries(answer.result).flatMap(fromPair);
  const entry = Array.isArray(answer)
    ? answer.filter(isFields).find(({ id }) => id === 'bitcoin')
    : isFields(answer) && isFields(answer.bitcoin)
      ? answer.bitcoin
      : undefined;
  return entry ? fromBitcoin(entry) : [];
}

function fromPair([name, ticker]: [string, unknown]): Cross[] {
  const { base, quote } = PAIR.exec(name)?.groups ?? {};
  const currency = base ?? quote;
  if (!currency || !FIAT.has(currency)) return [];
  return orNothing(() => {
    const { a, b } = ticker as { a: string[]; b: string[] };
    const price = (decimalPrice(a[0]) + decimalPrice(b[0])) / 2n;
    return { currency, usd_e9: base ? price : quotient(ONE, price), at: null };
  });
}

function fromBitcoin(entry: Fields): Cross[] {
  const at = fromSeconds(entry.last_updated_at ?? entry.last_updated);
  return Object.entries(entry).flatMap(([name, price]) => {
    const currency = name.replace(/^price_/, '').toUpperCase();
    if (currency === 'USD' || !FIAT.has(currency)) return [];
    return orNothing(() => ({
      currency,
      usd_e9: quotient(decimalPrice(entry.usd ?? entry.price_usd), decimalPrice(price)),
      at,
    }));
  });
}

/** Of two prices, in billionths, to the nearest. */
const quotient = (dividend: bigint, divisor: bigint): bigint => (dividend * ONE + divisor / 2n) / divisor;

function orNothing(read: () => Cross): Cross[] {
  try {
    const cross = read();
    return cross.usd_e9 > 0n && !Number.isNaN(cross.at?.getTime()) ? [cross] : [];
  } catch {
    return [];
  }
}
