import type { Destination } from '#contracts/supply/sellers.ts';
import { coinOf, decimalsOf } from '#contracts/supply/sent-amount.ts';
import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { invalidField } from '#platform/http/errors.ts';
import { freshFiatRate } from '../../../coins/rates/samples/fiat-reference.ts';
import { freshRate } from '../../../coins/rates/samples/fresh-rate.ts';
import type { Ctx } from '../../../ctx.ts';

/** What left the bank or the wallet, in base units of a coin or the smallest units of a currency. */
export interface Sent {
  currency: string;
  sent_units: string;
  fee_units: string;
  reference: string;
}

/** How far what left may be from what is owed: banks and exchanges have rates of their own, and they move between sending and recording. */
const TOLERANCE_PERCENT = 10n;
const TXID = { BTC: /^[0-9a-f]{64}$/, LTC: /^[0-9a-f]{64}$/, ETH: /^0x[0-9a-f]{64}$/ };

/**
 * Compares what left with what is owed, and says by which rate: to the cent in dollars, else within ten per cent. null without a
 * current rate, with which nothing can be compared. Throws an AppError for another amount, a foreign coin or no transaction.
 */
export async function judgeSent(
  ctx: Ctx,
  sql: Db,
  owed: { amount_cents: number; kind: Destination['kind'] },
  sent: Sent,
): Promise<bigint | null> {
  refuseForeign(owed.kind, sent);
  if (BigInt(sent.sent_units) === 0n) throw invalidField('sent_units', message('payout.sent_nothing'));
  if (BigInt(sent.fee_units) > BigInt(sent.sent_units))
    throw invalidField('fee_units', message('payout.fee_over_sent'));
  const usd_e9 = await rateOf(ctx, sql, sent.currency);
  if (usd_e9 === null) return null;
  const amount = BigInt(owed.amount_cents);
  const worth = worthOf(sent.currency, BigInt(sent.sent_units), usd_e9);
  const off = worth > amount ? worth - amount : amount - worth;
  const allowed = sent.currency === 'USD' ? 0n : (amount * TOLERANCE_PERCENT) / 100n;
  if (off > allowed) {
    const amounts = { amount: { cents: owed.amount_cents }, worth: { cents: Number(worth) } };
    throw invalidField('sent_units', message('payout.sent_other', amounts));
  }
  return usd_e9;
}

/** A wallet sends its own coin by a transaction; a bank no coin, and in no currency that nobody knows. */
function refuseForeign(kind: Destination['kind'], { currency, reference }: Sent): void {
  if (kind === 'IBAN') {
    if (!Intl.supportedValuesOf('currency').includes(currency))
      throw invalidField('currency', message('payout.no_currency'));
    return;
  }
  if (currency !== kind) throw invalidField('currency', message('payout.other_coin', { coin: kind }));
  if (!TXID[kind].test(reference)) throw invalidField('reference', message('payout.no_txid'));
}

async function rateOf(ctx: Ctx, sql: Db, currency: string): Promise<bigint | null> {
  const coin = coinOf(currency);
  const now = ctx.clock.now();
  if (!coin) return freshFiatRate(ctx, sql, currency, now);
  const rate = await freshRate(ctx, sql, coin, now);
  return rate && rate.usd_e8 * 10n;
}

/** Whole cents, rounded down. */
const worthOf = (currency: string, units: bigint, usd_e9: bigint): bigint =>
  (units * usd_e9) / 10n ** BigInt(decimalsOf(currency) + 7);
