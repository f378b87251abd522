import process from 'node:process';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock } from '#platform/clock.ts';
import { createLogger } from '#platform/log.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { startDatabaseProxy } from '#tests/support/database-proxy.ts';
import { addJob } from './add-job.ts';
import { createLoops } from './create-loops.ts';
import { runJobs } from './run-jobs.ts';

const { sql, url } = await createTestDatabase();
const logged: string[] = [];
const log = createLogger('debug', { write: (line: string) => void logged.push(line) });
const reports = { log, loops: createLoops(systemClock) };
const failedStatements = () => logged.filter((line) => line.includes('a statement of the job runner failed')).length;
const queued = () => sql`select last_error from graphile_worker.jobs`;

const listeners = () => sql<{ pid: number }[]>`
  select pid from pg_stat_activity where datname = current_database() and query like 'LISTEN%' and state = 'idle'`;

let way: Awaited<ReturnType<typeof startDatabaseProxy>>;
beforeEach(async () => {
  logged.length = 0;
  way = await startDatabaseProxy(url);
});

afterEach(async () => {
  await way.cut();
  // The library sets it when newer tables stop the runner.
  process.exitCode = undefined;
});

/** A runner with one job, held until `finish` lets its first run end. */
async function startJob({ fails = false } = {}) {
  const held = Promise.withResolvers<void>();
  const counts = { started: 0, ended: 0 };
  await addJob(sql, 'held', {});
  const runner = runJobs(reports, way.url, {
    held: async () => {
      const first = ++counts.started === 1;
      await held.promise;
      counts.ended++;
      if (fails && first) throw new Error('the first run failed');
    },
  });
  await expect.poll(() => counts.started).toBe(1);
  return { counts, finish: held.resolve, stop: () => runner.stop() };
}

/** A runner without a job, connected to the database. */
async function startIdle() {
  let ran = 0;
  const runner = runJobs(reports, way.url, { count: async () => void ran++ });
  const runsAnother = async () => {
    const before = ran;
    await addJob(sql, 'count', {});
    await expect.poll(() => ran).toBe(before + 1);
    await expect.poll(queued).toEqual([]);
  };
  await runsAnother();
  await expect.poll(listeners).toHaveLength(1);
  return { runsAnother, ran: () => ran, stop: () => runner.stop() };
}

const notifyOfNewTables = () =>
  sql`select pg_notify('worker:migrate', '{"migrationNumber": 999999, "breaking": true}')`;

test('a job that ends while the database is away is done once, and the next one runs', async () => {
  const { counts, finish, stop } = await startJob();
  await way.cut();
  finish();
  await expect.poll(failedStatements).toBeGreaterThan(10);
  await way.restore();
  await expect.poll(queued).toEqual([]);
  await addJob(sql, 'held', {});
  await expect.poll(queued).toEqual([]);
  expect(counts).toEqual({ started: 2, ended: 2 });
  await stop();
});

test('a job that fails while the database is away runs again', async () => {
  const { counts, finish, stop } = await startJob({ fails: true });
  await way.cut();
  finish();
  await expect.poll(failedStatements).toBeGreaterThan(10);
  await way.restore();
  await expect.poll(queued).toEqual([{ last_error: 'the first run failed' }]);
  await expect.poll(queued).toEqual([]);
  expect(counts).toEqual({ started: 2, ended: 2 });
  await stop();
});

test('a runner that finds no database at its start runs jobs once there is one', async () => {
  await way.cut();
  const starting = startIdle();
  await expect.poll(() => logged.join('')).toContain('ECONNREFUSED');
  await way.restore();
  await (await starting).stop();
});

test('a runner that ends by itself is started again', async () => {
  const { runsAnother, stop } = await startIdle();
  await notifyOfNewTables();
  await expect.poll(() => logged.join('')).toContain('The job runner ended by itself.');
  await runsAnother();
  await stop();
});

test('on tables of a newer release no job is run, and the log says why until they fit', async () => {
  const { ran, runsAnother, stop } = await startIdle();
  await sql`insert into graphile_worker.migrations (id, breaking) values (999999, true)`;
  await notifyOfNewTables();
  const refusals = () => logged.filter((line) => line.includes('It would be unsafe to continue')).length;
  await expect.poll(refusals).toBe(1);
  await addJob(sql, 'count', {});
  await expect.poll(refusals).toBe(2);
  expect(ran()).toBe(1);
  await sql`delete from graphile_worker.migrations where id = 999999`;
  await expect.poll(queued).toEqual([]);
  await runsAnother();
  await stop();
});

test.for([
  { listener: 'a listener that is connected', loses: false },
  { listener: 'a listener that has lost its connection', loses: true },
])('with $listener, stop waits for the job that is running and records its end', async ({ loses }) => {
  const { counts, finish, stop } = await startJob();
  await expect.poll(listeners).toHaveLength(1);
  if (loses) {
    const [listener] = await listeners();
    await sql`select pg_terminate_backend(${listener!.pid})`;
    await expect.poll(() => logged.join(''), { interval: 5 }).toContain('Error with notify listener');
  }
  const stopped = stop();
  finish();
  await stopped;
  expect(counts.ended).toBe(1);
  expect(await queued()).toEqual([]);
});

test('stop does not wait for a database that is away', async () => {
  const { finish, stop } = await startJob();
  await way.cut();
  finish();
  await expect.poll(failedStatements).toBeGreaterThan(10);
  await stop();
  await sql`delete from graphile_worker._private_jobs`;
});

test('stop does not wait for the next attempt to start', async () => {
  await way.cut();
  const runner = runJobs(reports, way.url, { none: async () => {} });
  await expect.poll(() => logged.filter((line) => line.includes('ECONNREFUSED')).length).toBe(3);
  await runner.stop();
});

test.for([
  { when: 'its tables are looked at', at: 'server_version_num' },
  { when: 'the listener starts', at: 'LISTEN "jobs:insert"' },
  { when: 'a job is looked for', at: 'get_job' },
])('stop waits only seconds for a database that freezes as $when', async ({ at }) => {
  way.freeze(at);
  const runner = runJobs(reports, way.url, { none: async () => {} });
  await expect.poll(way.isFrozen).toBe(true);
  await runner.stop();
});
