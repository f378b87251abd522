import { expect, test } from 'vitest';
import { createTestDatabase } from '#tests/support/database.ts';
import { addJob } from './add-job.ts';
import { freeStaleJobs, STALE_AFTER_MINUTES } from './free-stale-jobs.ts';

const { sql } = await createTestDatabase();

test('the jobs of a runner that died are free again after a while; those that run are not', async () => {
  for (const _ of [1, 2, 3]) await addJob(sql, 'mail', {});
  const lock = (after: number, by: string, minutes: number) => sql`
    update graphile_worker._private_jobs
    set attempts = 1, locked_by = ${by}, locked_at = now() - make_interval(mins => ${minutes})
    where id = (select id from graphile_worker._private_jobs order by id offset ${after} limit 1)`;
  await lock(0, 'died', STALE_AFTER_MINUTES + 1);
  await lock(1, 'at work', STALE_AFTER_MINUTES - 1);
  await freeStaleJobs(sql);
  expect(await sql`select locked_by from graphile_worker.jobs order by id`).toEqual([
    { locked_by: null },
    { locked_by: 'at work' },
    { locked_by: null },
  ]);
});

test('with nothing to free it frees nothing', async () => {
  await sql`update graphile_worker._private_jobs set locked_by = null, locked_at = null`;
  await expect(freeStaleJobs(sql)).resolves.toBeUndefined();
});
