import { COINS } from '#contracts/coins.ts';
import { message } from '#i18n/message.ts';
import type { Coin } from '#platform/chain/types.ts';
import type { Clock } from '#platform/clock.ts';
import type { Config } from '#platform/config.ts';
import { chooseRate } from '../../../coins/rates/tickers/choose-rate.ts';
import { demoSources } from '../../../coins/rates/tickers/demo-source.ts';
import { type RateSource, tickerSource } from '../../../coins/rates/tickers/ticker-source.ts';
import type { Finding } from '../findings/finding.ts';

/** Asks every source now, and whether they agree on each coin that is set up. */
export async function checkRates({ config, clock }: { config: Config; clock: Clock }): Promise<Finding[]> {
  const now = clock.now();
  const sources = config.demo ? demoSources() : config.rates_urls.map(tickerSource);
  const silent = await failuresOf(sources, now);
  const offered = COINS.filter((coin) => config.coins[coin]);
  const coins = offered.length > 0 ? offered : [...COINS];
  const details = sources.flatMap((source) => coins.flatMap((coin) => priceLine(source, coin)));
  const refused = coins.filter((coin) => 'refused' in chooseRate(pricesOf(sources, coin), now, null));
  const hosts = silent.join(', ');
  if (refused.length > 0) {
    const found = hosts
      ? message('doctor.rates.silent', { hosts, coins: refused.join(', ') })
      : message('doctor.rates.apart', { coins: refused.join(', ') });
    return [{ name: 'rates', state: 'failed', found, advice: message('doctor.rates.do'), details }];
  }
  if (hosts) {
    const found = message('doctor.rates.one_silent', { hosts });
    return [{ name: 'rates', state: 'warning', found, advice: message('doctor.rates.do'), details }];
  }
  const found = message('doctor.rates.well', { count: sources.length });
  return [{ name: 'rates', state: 'well', found, details }];
}

/** The names of the sources that gave nothing. */
async function failuresOf(sources: readonly RateSource[], now: Date): Promise<string[]> {
  const answered = await Promise.allSettled(sources.map((source) => source.poll(now)));
  return sources.filter((_source, at) => answered[at]?.status === 'rejected').map(({ name }) => name);
}

const pricesOf = (sources: readonly RateSource[], coin: Coin) =>
  sources.flatMap((source) => {
    const price = source.last.get(coin);
    return price ? [{ source: source.name, ...price }] : [];
  });

/** `api.example.com BTC 97123.45`, in dollars. */
function priceLine({ name, last }: RateSource, coin: Coin): string[] {
  const price = last.get(coin);
  if (!price) return [];
  const cents = (price.usd_e9 + 5_000_000n) / 10_000_000n;
  return [`${name} ${coin} ${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`];
}
