import { DAY_MS } from '#contracts/time-units.ts';

/** The day in UTC, so many days later. */
export const utcDay = (now: Date, later: number): string =>
  new Date(now.getTime() + later * DAY_MS).toISOString().slice(0, 10);
