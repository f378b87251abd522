import { DAY_MS } from '#contracts/time-units.ts';

/** The days that the dashboard's figures about sales look back. */
export const DAYS = 90;

/** The day so many days ago, in UTC. */
export const daysAgo = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS).toISOString().slice(0, 10);
