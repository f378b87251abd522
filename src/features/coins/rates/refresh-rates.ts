import { COINS } from '#contracts/coins.ts';
import { DAY_MS, HOUR_MS } from '#contracts/time-units.ts';
import type { Coin } from '#platform/chain/types.ts';
import { transaction } from '#platform/db/transaction.ts';
import type { Ctx } from '../../ctx.ts';
import { endJump } from './jumps/end-jump.ts';
import { recordJump } from './jumps/record-jump.ts';
import type { Rated } from './samples/rated.ts';
import { storeSample } from './samples/store-sample.ts';
import { type Choice, chooseRate } from './tickers/choose-rate.ts';
import type { DatedPrice, RateSource } from './tickers/ticker-source.ts';

/** A rate is judged against the one accepted this long before: small steps at each reading would add up unnoticed. */
const COMPARED_MS = HOUR_MS;
const FIAT_COMPARABLE_MS = DAY_MS;
const RETENTION_MS = 30 * DAY_MS;

/** Polls every source and stores one sample per coin and currency whose rate is accepted. */
export async function refreshRates(ctx: Ctx, sources: readonly RateSource[]): Promise<void> {
  const now = ctx.clock.now();
  await Promise.all(
    sources.map((source) =>
      source
        .poll(now)
        .catch((error: Error) => ctx.log.warn({ source: source.name, reason: error.message }, 'rates source failed')),
    ),
  );
  for (const coin of COINS)
    await refreshCoin(
      ctx,
      coin,
      pricesOf(sources, ({ last }) => last.get(coin)),
    );
  const currencies = new Set(sources.flatMap(({ fiat }) => [...fiat.keys()]));
  for (const currency of currencies)
    await refreshFiat(
      ctx,
      currency,
      pricesOf(sources, ({ fiat }) => fiat.get(currency)),
    );
  await forgetOldSamples(ctx);
}

const pricesOf = (sources: readonly RateSource[], priceOf: (source: RateSource) => DatedPrice | undefined) =>
  sources.flatMap((source) => {
    const price = priceOf(source);
    return price ? [{ source: source.name, ...price }] : [];
  });

type Prices = Parameters<typeof chooseRate>[0];

/** A rate that jumped pauses the coin until two people accept it or it comes back. */
async function refreshCoin(ctx: Ctx, coin: Coin, prices: Prices): Promise<void> {
  const now = ctx.clock.now();
  const reference = await referenceOf(ctx, coin);
  const choice = accepted(ctx, coin, chooseRate(prices, now, reference));
  if (!choice) return;
  const { usd_e9, sources, jumped } = choice;
  if (jumped) return recordJump(ctx, { of: { coin, currency: null }, usd_e9, sources, from_usd_e9: reference! });
  await keep(ctx, { coin, currency: null }, choice);
}

/** A currency whose rate jumped has none until two people accept it, it comes back, or a day is over. */
async function refreshFiat(ctx: Ctx, currency: string, prices: Prices): Promise<void> {
  const now = ctx.clock.now();
  const since = new Date(now.getTime() - FIAT_COMPARABLE_MS);
  // A rate that somebody accepted since takes precedence over the oldest of the day.
  const [last] = await ctx.sql<{ usd_e9: string }[]>`
    select usd_e9 from fiat_samples where currency = ${currency} and at > ${since}
    order by jump_id is null, case when jump_id is null then id else -id end limit 1`;
  const reference = last ? BigInt(last.usd_e9) : null;
  const choice = accepted(ctx, currency, chooseRate(prices, now, reference));
  if (!choice) return;
  const { usd_e9, sources, jumped } = choice;
  if (jumped) return recordJump(ctx, { of: { coin: null, currency }, usd_e9, sources, from_usd_e9: reference! });
  await keep(ctx, { coin: null, currency }, choice);
}

async function keep(ctx: Ctx, of: Rated, { usd_e9, sources }: Accepted): Promise<void> {
  const at = ctx.clock.now();
  await transaction(ctx.sql, async (sql) => {
    await storeSample(ctx, sql, { of, usd_e9, sources, at });
    await endJump(sql, at, of);
  });
}

type Accepted = Exclude<Choice, { refused: string }>;

function accepted({ log }: Ctx, asset: string, choice: Choice): Accepted | null {
  if (!('refused' in choice)) return choice;
  log.warn({ asset, reason: choice.refused }, 'rate refused');
  return null;
}

/** The rate of an hour ago or one that people accepted since; the oldest known one where there is neither. */
async function referenceOf({ sql, clock }: Ctx, coin: Coin): Promise<bigint | null> {
  const now = clock.now().getTime();
  const [row] = await sql<{ usd_e8: string }[]>`
    select usd_e8 from rate_samples
    where coin = ${coin} and (at <= ${new Date(now - COMPARED_MS)} or jump_id is not null)
    order by id desc limit 1`;
  const [first] = row
    ? [row]
    : await sql<{ usd_e8: string }[]>`
        select usd_e8 from rate_samples where coin = ${coin} order by at limit 1`;
  return first ? BigInt(first.usd_e8) * 10n : null;
}

/**
 * Each coin's last sample stays: the next rate is judged against it. Use is looked up for each old sample: an anti join
 * would read all that goes by any rate.
 */
async function forgetOldSamples({ sql, clock }: Ctx): Promise<void> {
  const before = new Date(clock.now().getTime() - RETENTION_MS);
  await sql`
    delete from rate_samples where id in (
      select s.id from rate_samples s
      where s.at < ${before} and s.id < (select max(id) from rate_samples n where n.coin = s.coin)
        and (select rate_id from used_rates where rate_id = s.id limit 1) is null
      order by s.id limit 100)`;
  await sql`
    delete from fiat_samples where id in (select id from fiat_samples where at < ${before} order by id limit 500)`;
}
