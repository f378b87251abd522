import type { Logger } from '#platform/log.ts';

/** Work that is done once at a time: whoever wakes it while it runs has it done once more afterwards. A failure is logged. */
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
