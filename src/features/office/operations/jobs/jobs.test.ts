import { expect, test } from 'vitest';
import { getJobs, giveUpJob, retryJob } from '#contracts/office/operations.ts';
import { listAlerts } from '#contracts/oversight/alerts.ts';
import { DAY_MS, MINUTE_MS } from '#contracts/time-units.ts';
import { addJob } from '#platform/jobs/add-job.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { reportLoops } from './report-loops.ts';
import { stateOfLoop } from './state-of-loop.ts';
import { watchLoops } from './watch-loops.ts';

const shop = await createTestShop();
const [support, auditor] = [
  await shop.createUser({ role: 'admin', duties: ['support'] }),
  await shop.createUser({ role: 'admin', duties: ['auditor'] }),
];
const error =
  'No mailbox for anna@example.com at smtp://shop:secret@mail.example/x, token 0123456789abcdef0123456789abcdef';

/** A job whose first attempts failed. */
async function failedJob(attempts: number, lockedBy: string | null = null): Promise<number> {
  await addJob(shop.sql, 'mail', {});
  const [job] = await shop.sql<{ id: number }[]>`
    update graphile_worker._private_jobs
    set attempts = ${attempts}, last_error = ${error}, run_at = now() + interval '1 hour',
      locked_by = ${lockedBy}, locked_at = case when ${lockedBy}::text is not null then now() end
    where id = (select max(id) from graphile_worker._private_jobs) returning id`;
  return job!.id;
}
const jobs = async () => (await shop.as(auditor)(getJobs)).body.data;
const act = (call: typeof retryJob | typeof giveUpJob, id: number, who = support) =>
  shop.as(who)(call, { params: { id: String(id) } });

test('jobs that failed are listed, given up first, without addresses, links and keys in their errors', async () => {
  const [again, never] = [await failedJob(2), await failedJob(14)];
  await addJob(shop.sql, 'claim', {});
  const { queues, troubled } = await jobs();
  expect(troubled.map(({ id, state }) => [id, state])).toEqual([
    [never, 'failed'],
    [again, 'retrying'],
  ]);
  expect(troubled[0]!.last_error).toBe('No mailbox for [address] at [link] token [token]');
  expect(queues).toMatchObject([
    { task: 'claim', waiting: 1, failed: 0, oldest_due_at: expect.any(String) },
    { task: 'mail', waiting: 0, retrying: 1, failed: 1, oldest_due_at: null },
  ]);
});

test('a retry gives a job all its attempts at once, giving up removes it, and both are audited', async () => {
  const [job, other] = [await failedJob(14), await failedJob(3)];
  expect((await act(retryJob, job)).status).toBe(204);
  const [row] = await shop.sql`select attempts, run_at <= now() as due from graphile_worker.jobs where id = ${job}`;
  expect(row).toEqual({ attempts: 0, due: true });
  expect((await act(giveUpJob, other)).status).toBe(204);
  expect(await shop.sql`select from graphile_worker.jobs where id = ${other}`).toEqual([]);
  const audited = await shop.sql`
    select action, subject, details from audit_entries where action like 'job.%' order by id desc limit 2`;
  expect(audited).toEqual([
    { action: 'job.given_up', subject: String(other), details: { task: 'mail', attempts: 3 } },
    { action: 'job.retried', subject: String(job), details: { task: 'mail', attempts: 14 } },
  ]);
});

test('a job that runs, never failed or is gone stays as it is, and only the duty support acts', async () => {
  const running = await failedJob(1, 'worker');
  expect((await act(retryJob, running)).status).toBe(409);
  expect((await act(giveUpJob, running)).status).toBe(409);
  await addJob(shop.sql, 'mail', {});
  const [waiting] = await shop.sql<{ id: number }[]>`select max(id) as id from graphile_worker._private_jobs`;
  expect((await act(giveUpJob, waiting!.id)).status).toBe(409);
  expect((await act(retryJob, 99_999_999)).status).toBe(404);
  expect((await act(retryJob, running, auditor)).status).toBe(403);
  expect((await shop.as(await shop.createUser())(getJobs)).status).toBe(403);
});

test('a worker reports its loops, and is forgotten a day after its end', async () => {
  shop.ctx.loops.noteRun('test-loop', new Error('no answer from anna@example.com'));
  await reportLoops(shop.ctx);
  const mine = async () => (await jobs()).loops.find(({ name }) => name === 'test-loop');
  expect(await mine()).toMatchObject({ state: 'failing', failures: 1, last_error: 'no answer from [address]' });
  shop.ctx.loops.noteRun('test-loop');
  await reportLoops(shop.ctx);
  expect(await mine()).toMatchObject({ state: 'well', failures: 0, last_error: '' });
  await shop.sql`
    update worker_loops set worker = 'gone:1', reported_at = ${new Date(shop.clock.now().getTime() - DAY_MS - 1)}`;
  await reportLoops(shop.ctx);
  expect((await jobs()).loops.filter(({ worker }) => worker === 'gone:1')).toEqual([]);
});

test.each([
  ['well', { succeeded_at: '2026-01-01T00:00:00Z' }],
  ['late', { succeeded_at: '2025-12-31T23:58:00Z' }],
  ['well', { started_at: '2026-01-01T00:00:00Z' }],
  ['late', { started_at: '2025-12-31T23:58:00Z' }],
  ['gone', { succeeded_at: '2026-01-01T00:00:00Z', reported_at: '2025-12-31T23:59:59Z' }],
] as const)('a loop is %s with %o', (state, times) => {
  const told = { started_at: null, succeeded_at: null, failed_at: null, reported_at: '2026-01-01T00:01:00Z' };
  const loop = { worker: '', name: '', every_ms: 1_000, failures: 0, last_error: '', ...told, ...times };
  expect(stateOfLoop(loop, new Date('2026-01-01T00:01:00Z'))).toBe(state);
});

test('a loop that never finishes its first run is reported, raises one alert, and ends it with its first success', async () => {
  shop.ctx.loops.noteStart('hanging-loop');
  await reportLoops(shop.ctx);
  const mine = async () => (await jobs()).loops.find(({ name }) => name === 'hanging-loop');
  expect(await mine()).toMatchObject({ state: 'well', succeeded_at: null });
  const raised = async () =>
    (await shop.as(auditor)(listAlerts, { query: { open: '1' } })).body.data.filter(
      ({ subject }) => subject === 'hanging-loop',
    );
  const started = (minutes: number) => shop.sql`
    update worker_loops set started_at = ${new Date(shop.clock.now().getTime() - minutes * MINUTE_MS)}
    where name = 'hanging-loop'`;
  await started(3);
  await watchLoops(shop.ctx);
  expect([(await mine())!.state, await raised()]).toEqual(['late', []]);
  await started(16);
  await watchLoops(shop.ctx);
  await watchLoops(shop.ctx);
  expect(await raised()).toMatchObject([
    { kind: 'loop.stuck', times: 1, link: '/admin/operations/jobs', sentence: expect.stringContaining('hanging-loop') },
  ]);
  shop.ctx.loops.noteRun('hanging-loop');
  await reportLoops(shop.ctx);
  await watchLoops(shop.ctx);
  expect(await raised()).toEqual([]);
});

test('a job whose worker died at every attempt counts as failed and can be given up', async () => {
  const died = await failedJob(14);
  await shop.sql`update graphile_worker._private_jobs set last_error = null where id = ${died}`;
  expect((await jobs()).troubled.find(({ id }) => id === died)).toMatchObject({ state: 'failed', last_error: '' });
  expect((await act(giveUpJob, died)).status).toBe(204);
});
