import { type JobHelpers, run, type TaskList, Logger as WorkerLogger } from 'graphile-worker';
import type { Logger } from '#platform/log.ts';

/** `last` on the attempt after which the job is given up. */
export type Task = (payload: Record<string, string>, attempt: { last: boolean }) => Promise<void>;

const options = { concurrency: 4, noHandleSignals: true, pollInterval: 1_000 };

/** Starts the job runner on a database of graphile-worker's own schema (made or brought up to date here). */
export async function runJobs(
  databaseUrl: string,
  tasks: Record<string, Task>,
  log: Logger,
): Promise<{ stop(): Promise<void> }> {
  const taskList = taskListOf(tasks);
  const runner = await run({ ...options, connectionString: databaseUrl, taskList, logger: workerLogger(log) });
  return { stop: () => runner.stop() };
}

/** Tasks as the runner wants them. */
export function taskListOf(tasks: Record<string, Task>): TaskList {
  const listed = Object.entries(tasks).map(([name, task]) => [
    name,
    (payload: unknown, { job }: JobHelpers) =>
      task(payload as Record<string, string>, { last: job.attempts >= job.max_attempts }),
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
