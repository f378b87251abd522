import { message } from '#i18n/message.ts';
import type { Db } from '#platform/db/client.ts';
import { AppError } from '#platform/http/errors.ts';
import type { SealedRow } from '#platform/vault/row-seal.ts';
import type { Ctx } from '../../../ctx.ts';
import { checkSeals } from '../../../identity/sessions/seals/check-seals.ts';
import { FRESH_MS } from './fresh-rate.ts';

const DOLLAR_E9 = 1_000_000_000n;

/** Billionths of a dollar for one unit of a currency, by the shop's own sources (P13). Refuses where they tell none. */
export async function fiatReference(ctx: Ctx, sql: Db, currency: string, now: Date): Promise<number> {
  const usd_e9 = await freshFiatRate(ctx, sql, currency, now);
  if (usd_e9 === null) throw new AppError('conflict', message('rates.no_reference', { currency }));
  return Number(usd_e9);
}

/**
 * Billionths of a dollar for one unit of a currency; null if the newest accepted rate is more than ten minutes old, was
 * written past the shop or jumped since.
 */
export async function freshFiatRate(ctx: Ctx, sql: Db, currency: string, now: Date): Promise<bigint | null> {
  if (currency === 'USD') return DOLLAR_E9;
  const [row] = await sql<(SealedRow & { id: number; usd_e9: string })[]>`
    select id, usd_e9, sealed_facts(fiat_samples) as facts, mac from fiat_samples
    where currency = ${currency} and at > ${new Date(now.getTime() - FRESH_MS)}
      and not exists (select from rate_jumps where currency = ${currency} and ended_at is null)
    order by id desc limit 1`;
  return row && checkSeals(ctx, { ...row, table: 'fiat_samples', id: String(row.id) }) ? BigInt(row.usd_e9) : null;
}
