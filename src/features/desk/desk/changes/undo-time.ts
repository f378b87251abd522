import { MINUTE_MS } from '#contracts/time-units.ts';

/** How long a bulk change can be undone. */
export const UNDO_MS = 10 * MINUTE_MS;
