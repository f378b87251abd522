import type { Logger } from '#platform/log.ts';
import type { Loops } from './create-loops.ts';

/** What a loop reports to. */
export interface Repeating {
  log: Logger;
  loops: Loops;
}

/**
 * Runs `work` repeatedly, `everyMs` after each run ends. A failure is logged; the next run tries again. Work that is
 * `endless` runs until it is stopped, so how long ago it began says nothing.
 */
export function repeat(
  { log, loops }: Repeating,
  name: string,
  everyMs: number | (() => number),
  work: () => Promise<unknown>,
  { endless = false } = {},
): { stop(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let running: Promise<void> = Promise.resolve();
  const run = () => {
    if (!endless) loops.noteStart(name);
    running = work()
      .then(() => loops.noteRun(name))
      .catch((error: unknown) => {
        loops.noteRun(name, error);
        log.error({ err: error, job: name }, 'repeated job failed');
      })
      .finally(() => {
        const pause = typeof everyMs === 'number' ? everyMs : everyMs();
        loops.notePause(name, pause);
        if (!stopped) timer = setTimeout(run, pause);
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
