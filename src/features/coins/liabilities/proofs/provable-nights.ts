import { DAY_MS } from '#contracts/time-units.ts';

/** So long, a night can be proven; then its tree goes. */
export const PROVABLE_DAYS = 35;

export const provableSince = (now: Date): Date => new Date(now.getTime() - PROVABLE_DAYS * DAY_MS);
