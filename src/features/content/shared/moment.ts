import type { Ctx } from '../../ctx.ts';

/** A moment as a contract takes it: undefined stays as it is in the row, null is none. */
export function momentOf(ctx: Ctx, given: string | null | undefined): Date | null | undefined {
  if (given === undefined || given === null) return given;
  return given === 'now' ? ctx.clock.now() : new Date(given);
}
