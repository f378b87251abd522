import { run, type TaskList, Logger as WorkerLogger } from 'graphile-worker';
import type { Logger } from '#platform/log.ts';

export type Task = (payload: Record<string, string>) => Promise<void>;

const options = { concurrency: 4, noHandleSignals: true, pollInterval: 1_000 };

/** Starts the job runner on a database of graphile-worker's own schema (made or brought up to date here). */
export async function runJobs(
  databaseUrl: string,
  tasks: Record<string, Task>,
  log: Logger,
): Promise<{ stop(): Promise<void> }> {
  const taskList: TaskList = Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [name, (payload: unknown) => task(payload as Record<string, string>)]),
  );
  const runner = await run({ ...options, connectionString: databaseUrl, taskList, logger: workerLogger(log) });
  return { stop: () => runner.stop() };
}

function workerLogger(log: Logger): WorkerLogger {
  return new WorkerLogger(() => (level, message) => {
    if (level === 'error') log.error(message);
    else if (level === 'warning') log.warn(message);
    else log.debug(message);
  });
}
