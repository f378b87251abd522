import { setTimeout } from 'node:timers/promises';
import type { Logger } from '#platform/log.ts';

/**
 * Runs `work` one run at a time: waking it during a run causes one more run afterwards, after a rest if there is to be one.
 * Failures are logged.
 */
export function createRunner(name: string, log: Logger, work: () => Promise<unknown>, { rest_ms = 0 } = {}) {
  let running: Promise<void> | undefined;
  let again = false;
  let stopped = false;
  const resting = new AbortController();

  async function run(): Promise<void> {
    do {
      again = false;
      try {
        await work();
      } catch (error) {
        if (!stopped) log.error({ err: error, job: name }, 'work that was woken failed');
      }
      if (rest_ms > 0) await setTimeout(rest_ms, undefined, { signal: resting.signal }).catch(() => {});
    } while (again && !stopped);
    running = undefined;
  }

  return {
    wake(): void {
      if (stopped) return;
      if (running) again = true;
      else running = run();
    },
    async stop(): Promise<void> {
      stopped = true;
      resting.abort();
      await running;
    },
  };
}
