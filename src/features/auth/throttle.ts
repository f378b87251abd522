import { tooMany } from '#platform/http/rate-limit.ts';
import type { Ctx } from '../ctx.ts';

export interface Limit {
  key: string;
  hits: number;
  window_seconds: number;
}

/**
 * Takes one attempt from each limit and throws a 429 when one is used up. Counted in the database, so that a restart
 * or a second process gives no fresh attempts.
 */
export async function throttle(ctx: Ctx, limits: readonly Limit[], field: string): Promise<void> {
  const now = ctx.clock.now();
  for (const { key, hits, window_seconds } of limits) {
    const resets = new Date(now.getTime() + window_seconds * 1000);
    const [row] = await ctx.sql<{ hits: number; resets_at: string }[]>`
      insert into throttles (key, hits, resets_at) values (${key}, 1, ${resets})
      on conflict (key) do update set
        hits = case when throttles.resets_at <= ${now} then 1 else throttles.hits + 1 end,
        resets_at = case when throttles.resets_at <= ${now} then excluded.resets_at else throttles.resets_at end
      returning hits, resets_at`;
    if (row && row.hits > hits)
      throw tooMany(Math.max(1, Math.ceil((Date.parse(row.resets_at) - now.getTime()) / 1000)), field);
  }
}

/** Gives the attempts of a limit back, say after a right password. */
export async function forgive(ctx: Ctx, key: string): Promise<void> {
  await ctx.sql`delete from throttles where key = ${key}`;
}
