import { MINUTE_MS } from '#contracts/time-units.ts';

/** So long a change can be undone. */
export const UNDO_MS = 10 * MINUTE_MS;
