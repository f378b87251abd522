import { setTimeout as delay } from 'node:timers/promises';

const EVERY_MS = 50;

/** Polls until `holds` returns true or time runs out. Returns the last result. */
export async function until(holds: () => Promise<boolean>, limitMs: number): Promise<boolean> {
  const deadline = Date.now() + limitMs;
  while (!(await holds())) {
    if (Date.now() >= deadline) return false;
    await delay(EVERY_MS);
  }
  return true;
}
