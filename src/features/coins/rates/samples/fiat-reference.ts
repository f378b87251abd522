import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';
import type { SealedRow } from '#platform/vault/row-seal.ts';
import type { Ctx } from '../../../ctx.ts';
import { checkSeals } from '../../../identity/sessions/seals/check-seals.ts';
import { FRESH_MS } from './fresh-rate.ts';

const DOLLAR_E8 = 100_000_000n;

/** Millionths of a dollar for one unit of a currency, by the shop's own sources (P13). Refuses where they tell none. */
export async function fiatReference(ctx: Ctx, sql: Db, currency: string, now: Date): Promise<number> {
  const usd_e8 = await freshFiatRate(ctx, sql, currency, now);
  if (usd_e8 === null) throw new AppError('conflict', message('rates.no_reference', { currency }));
  return Math.max(1, Math.round(Number(usd_e8) / 100));
}

/**
 * Hundred-millionths of a dollar for one unit of a currency; null if the newest accepted rate is more than ten minutes old, was
 * written past the shop or jumped since.
 */
export async function freshFiatRate(ctx: Ctx, sql: Db, currency: string, now: Date): Promise<bigint | null> {
  if (currency === 'USD') return DOLLAR_E8;
  const [row] = await sql<(SealedRow & { id: number; usd_e8: string })[]>`
    select id, usd_e8, sealed_facts(fiat_samples) as facts, mac from fiat_samples
    where currency = ${currency} and at > ${new Date(now.getTime() - FRESH_MS)}
      and not exists (select from rate_jumps where currency = ${currency} and ended_at is null)
    order by id desc limit 1`;
  return row && checkSeals(ctx, { ...row, table: 'fiat_samples', id: String(row.id) }) ? BigInt(row.usd_e8) : null;
}
