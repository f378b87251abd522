import { MINUTE_MS } from '#contracts/time-units.ts';

/** Pages say every 25 seconds that they are open. */
const HERE_MS = MINUTE_MS;

/** Anyone seen since then counts as present. */
export const seenSince = (now: Date): Date => new Date(now.getTime() - HERE_MS);
