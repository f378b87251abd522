import { HOUR_MS } from '#contracts/time-units.ts';
import type { Ctx } from '../../../ctx.ts';
import { sumDays } from './sum-days.ts';
import { utcDay } from './utc-day.ts';

/** Cards come back for two weeks, and new buyers take their time. */
const DAYS = 31;
/** What is shown beside a month is the month before, whose days are final: they are summed once, after a start. */
const FIRST_DAYS = 61;
/** Days in one statement, which may take seconds in a large shop. */
const AT_ONCE = 4;

/** Builds a run that sums today and yesterday, once an hour every day that may change, and at first what is shown. */
export function createDailySums(ctx: Ctx, sum = sumDays, days = DAYS): () => Promise<void> {
  let whole = 0;
  return async () => {
    const now = ctx.clock.now();
    const due = now.getTime() - whole >= HOUR_MS;
    const reach = whole === 0 ? Math.max(days, FIRST_DAYS) : days;
    for (let back = due ? reach : 2; back > 0; back -= AT_ONCE)
      await sum(ctx, utcDay(now, 1 - back), utcDay(now, Math.min(1, 1 - back + AT_ONCE)));
    if (due) whole = now.getTime();
  };
}
