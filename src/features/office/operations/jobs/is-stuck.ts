import type { Loop } from '#contracts/office/operations.ts';
import { MINUTE_MS } from '#contracts/time-units.ts';
import { overdueMs } from './state-of-loop.ts';

/** Long enough for a sweep of a large shop, or for a service that failed for a moment. */
const PATIENCE_MS = 15 * MINUTE_MS;

/** Whether a loop of a running worker had no success for long: it fails, hangs or never finished its first run. */
export const isStuck = (loop: Loop, now: Date): boolean => loop.state !== 'gone' && overdueMs(loop, now) > PATIENCE_MS;
