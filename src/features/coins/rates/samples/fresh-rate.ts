import { MINUTE_MS } from '#contracts/time-units.ts';
import type { Coin } from '#platform/chain/types.ts';
import type { Db } from '#platform/db/client.ts';
import type { SealedRow } from '#platform/vault/row-seal.ts';
import type { Ctx } from '../../../ctx.ts';
import { checkSeals } from '../../../identity/sessions/seals/check-seals.ts';

export interface Rate {
  id: number;
  usd_e8: bigint;
}

export const FRESH_MS = 10 * MINUTE_MS;

/** The newest accepted rate; null if it is more than ten minutes old or was written past the shop, or the coin is paused because its rate jumped since. */
export async function freshRate(ctx: Ctx, sql: Db, coin: Coin, now: Date): Promise<Rate | null> {
  const [row] = await sql<(SealedRow & { id: number; usd_e8: string })[]>`
    select id, usd_e8, sealed_facts(rate_samples) as facts, mac from rate_samples
    where coin = ${coin} and at > ${new Date(now.getTime() - FRESH_MS)}
      and not exists (select from rate_jumps where coin = ${coin} and ended_at is null)
    order by id desc limit 1`;
  return row && checkSeals(ctx, { ...row, table: 'rate_samples', id: String(row.id) })
    ? { id: row.id, usd_e8: BigInt(row.usd_e8) }
    : null;
}
