import { once } from 'node:events';
import { type JobHelpers, runTaskList, type TaskList, Logger as WorkerLogger } from 'graphile-worker';
import { MINUTE_MS } from '#contracts/time-units.ts';
import type { Logger } from '#platform/log.ts';
import { traced } from '#platform/tracing/traced.ts';
import { migrateJobs } from './migrate-jobs.ts';
import { type Repeating, repeat } from './repeat.ts';
import { retryingPool } from './retrying-pool.ts';

/** `last` on the attempt after which the job is given up. */
export type Task = (payload: Record<string, string>, attempt: { last: boolean }) => Promise<void>;

const options = { noHandleSignals: true, pollInterval: 1_000 };

interface Width {
  /** Of its loop, by which the back office knows it. */
  name?: string;
  /** How many run at a time. */
  concurrency: number;
  connections: number;
}

const LONGEST_PAUSE_MS = 30_000;
const STABLE_AFTER_MS = MINUTE_MS;

/** Runs queued jobs of these tasks until it is stopped. A runner that ends by itself is restarted with increasing backoff. */
export function runJobs(
  ctx: Repeating,
  databaseUrl: string,
  tasks: Record<string, Task>,
  { name = 'run-jobs', concurrency, connections }: Width = { concurrency: 4, connections: 4 },
): { stop(): Promise<void> } {
  const { log } = ctx;
  const stopping = new AbortController();
  const { signal } = stopping;
  const stopped = once(signal, 'abort');
  const { pool, close } = retryingPool(databaseUrl, { log, stopping: signal, max: connections });
  let failures = 0;

  async function runOnce(): Promise<void> {
    // A newer release may have changed the tables, which is also a reason for a runner to end by itself.
    await Promise.race([migrateJobs(databaseUrl), stopped]);
    if (signal.aborted) return;
    const started = performance.now();
    const runner = runTaskList({ ...options, concurrency, logger: workerLogger(log) }, taskListOf(tasks), pool);
    const end = () => void runner.gracefulShutdown();
    signal.addEventListener('abort', end);
    try {
      await runner.promise;
    } finally {
      signal.removeEventListener('abort', end);
      if (performance.now() - started > STABLE_AFTER_MS) failures = 0;
    }
    if (!signal.aborted) throw new Error('The job runner ended by itself.');
  }

  const pause = () => Math.min(250 * 2 ** failures++, LONGEST_PAUSE_MS);
  const loop = repeat(ctx, name, pause, runOnce, { endless: true });
  return {
    async stop() {
      stopping.abort();
      await loop.stop();
      await close();
    },
  };
}

/** The tasks in the form that graphile-worker expects. */
export function taskListOf(tasks: Record<string, Task>): TaskList {
  const listed = Object.entries(tasks).map(([name, task]) => [
    name,
    (payload: unknown, { job }: JobHelpers) =>
      traced({ name: `job ${name}`, kind: 'consumer', facts: { 'messaging.system': 'graphile-worker' } }, () =>
        task(payload as Record<string, string>, { last: job.attempts >= job.max_attempts }),
      ),
  ]);
  return Object.fromEntries(listed);
}

function workerLogger(log: Logger): WorkerLogger {
  return new WorkerLogger(() => (level, message) => {
    if (level === 'error') log.error(message);
    else if (level === 'warning') log.warn(message);
    else log.debug(message);
  });
}
