import { tooMany } from '#platform/http/rate-limit.ts';
import type { Ctx } from '../../../ctx.ts';

/** Typed text as part of a limit's key: stored as a MAC, because people type passwords into the wrong field. */
export const keyOfText = (ctx: Ctx, text: string): string => ctx.vault.mac('throttle', text).toString('base64url');

export interface Limit {
  key: string;
  hits: number;
  window_seconds: number;
  /** How many hits this attempt counts as; one by default. */
  weight?: number;
}

/**
 * Takes one attempt from each limit and throws a 429 if one is used up. Counted in the database, so that a restart or a
 * second process grants no extra attempts.
 */
export async function throttle(ctx: Ctx, limits: readonly Limit[], field: string): Promise<void> {
  for (const limit of limits) {
    const seconds = await takeAttempt(ctx, limit);
    if (seconds > 0) throw tooMany(seconds, field);
  }
}

/** Takes one attempt; returns 0, or the seconds until the limit resets if none was left. */
export async function takeAttempt(ctx: Ctx, { key, hits, window_seconds, weight = 1 }: Limit): Promise<number> {
  const now = ctx.clock.now();
  const resets = new Date(now.getTime() + window_seconds * 1000);
  const [row] = await ctx.sql<{ hits: number; resets_at: string }[]>`
    insert into throttles (key, hits, resets_at) values (${key}, ${weight}, ${resets})
    on conflict (key) do update set
      hits = case when throttles.resets_at <= ${now} then ${weight} else throttles.hits + ${weight} end,
      resets_at = case when throttles.resets_at <= ${now} then excluded.resets_at else throttles.resets_at end
    returning hits, resets_at`;
  if (!row || row.hits <= hits) return 0;
  return Math.max(1, Math.ceil((Date.parse(row.resets_at) - now.getTime()) / 1000));
}

/** Gives one attempt back, after one that should not count. */
export async function giveBack(ctx: Ctx, key: string): Promise<void> {
  await ctx.sql`
    with last as (delete from throttles where key = ${key} and hits = 1)
    update throttles set hits = hits - 1 where key = ${key} and hits > 1`;
}

/** Resets a limit, for example after a correct password. */
export async function forgive(ctx: Ctx, key: string): Promise<void> {
  await ctx.sql`delete from throttles where key = ${key}`;
}

/** Resets every limit whose key starts with this. */
export async function forgiveAll(ctx: Ctx, prefix: string): Promise<void> {
  await ctx.sql`delete from throttles where starts_with(key, ${prefix})`;
}
