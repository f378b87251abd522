import { MINUTE_MS } from '#contracts/time-units.ts';
import type { Clock } from '#platform/clock.ts';

/** So long at once; the rest follows at the next, and nothing else of the hour waits for it. */
const AT_ONCE_MS = 2 * MINUTE_MS;

/** Sums up each day that is due, in a statement and with a commit of its own. */
export async function closeDays(
  clock: Clock,
  findDue: () => Promise<string | undefined>,
  closeDay: (day: string) => Promise<unknown>,
): Promise<void> {
  const until = clock.now().getTime() + AT_ONCE_MS;
  do {
    const day = await findDue();
    if (day === undefined) return;
    await closeDay(day);
  } while (clock.now().getTime() < until);
}
