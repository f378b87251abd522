import type { Logger } from '#platform/log.ts';

/** Runs `work` repeatedly, `everyMs` after each run ends. A failure is logged; the next run tries again. */
export function repeat(
  name: string,
  everyMs: number | (() => number),
  log: Logger,
  work: () => Promise<unknown>,
): { stop(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let running: Promise<void> = Promise.resolve();
  const run = () => {
    running = work()
      .then(() => undefined)
      .catch((error: unknown) => log.error({ err: error, job: name }, 'repeated job failed'))
      .finally(() => {
        if (!stopped) timer = setTimeout(run, typeof everyMs === 'number' ? everyMs : everyMs());
      });
  };
  run();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
