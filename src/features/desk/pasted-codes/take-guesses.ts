import { DAY_S } from '#contracts/time-units.ts';
import type { Ctx } from '../../ctx.ts';
import { takeAttempt } from '../../identity/sessions/throttle/throttle.ts';

/** More than an honest writer names in a day. */
export const GUESSES_A_DAY = 300;

/**
 * Counts what a writer's texts held that could be codes of others: a code that is hidden exists, so that texts full of numbers
 * would find stock. Returns 0, or the seconds until more is read.
 */
export const takeGuesses = (ctx: Ctx, writer: string, guesses: number): Promise<number> =>
  guesses === 0
    ? Promise.resolve(0)
    : takeAttempt(ctx, { key: `guesses:${writer}`, hits: GUESSES_A_DAY, window_seconds: DAY_S, weight: guesses });
