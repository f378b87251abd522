import type { Logger } from '#platform/log.ts';

/** Runs `work` one run at a time: waking it during a run causes one more run afterwards. Failures are logged. */
export function createRunner(name: string, log: Logger, work: () => Promise<unknown>) {
  let running: Promise<void> | undefined;
  let again = false;
  let stopped = false;

  async function run(): Promise<void> {
    do {
      again = false;
      try {
        await work();
      } catch (error) {
        if (!stopped) log.error({ err: error, job: name }, 'work that was woken failed');
      }
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
      await running;
    },
  };
}
