import { setTimeout as delay } from 'node:timers/promises';

const EVERY_MS = 50;

/** Asks until the answer is yes, or the time is up. Returns the last answer. */
export async function until(holds: () => Promise<boolean>, limitMs: number): Promise<boolean> {
  const deadline = Date.now() + limitMs;
  while (!(await holds())) {
    if (Date.now() >= deadline) return false;
    await delay(EVERY_MS);
  }
  return true;
}
