import { scheduler } from 'node:timers/promises';
import type { Db } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';
import { addJob } from '#platform/jobs/add-job.ts';
import type { Task } from '#platform/jobs/run-jobs.ts';
import type { Actor, Ctx, VaultCtx } from '../../../ctx.ts';
import { getActorByUsername } from '../../../identity/sessions/get-actor-by-username.ts';
import { commitChunk } from '../commit/commit-chunk.ts';
import { notifyImporter } from './notify-importer.ts';

// Short enough for a process to end soon, and far below what the queue takes for a dead runner.
const SLICE_MS = 2_000;
const RETRY_MS = 1_000;
const MAX_FAILURES = 5;

/** Queues the next part of an import in the caller's transaction. */
export const queueCommit = (sql: Db, import_id: string, run_at?: Date): Promise<void> =>
  addJob(sql, 'import', { import_id }, { key: `import:${import_id}`, ...(run_at && { run_at }) });

/** The job that imports a judged file for two seconds at a time, and queues itself again until the file is done. */
export function commitTask(ctx: VaultCtx): Task {
  return async ({ import_id = '' }) => {
    try {
      const actor = await committerOf(ctx, import_id);
      const until = performance.now() + SLICE_MS;
      while (await commitChunk(ctx, actor, import_id)) {
        if (performance.now() > until) return await queueCommit(ctx.sql, import_id);
        await scheduler.yield();
      }
      await notifyImporter(ctx, import_id);
    } catch (error) {
      ctx.log.warn({ err: error, import_id }, 'a part of an import failed');
      await noteFailure(ctx, import_id);
    }
  };
}

/** Whoever let it be imported, with the rights of today. */
async function committerOf(ctx: Ctx, import_id: string): Promise<Actor> {
  const [committer] = await ctx.sql<{ username: string }[]>`
    select u.username from imports i join users u on u.id = i.committed_by where i.id = ${import_id}`;
  const actor = await getActorByUsername(ctx, committer?.username ?? '');
  return { ...actor, client: { ...actor.client, address: 'worker', user_agent: 'worker' } };
}

/** After some failures without progress the import waits for a person, who may let it go on. */
async function noteFailure(ctx: Ctx, import_id: string): Promise<void> {
  const failed = await transaction(ctx.sql, async (sql) => {
    const [row] = await sql<{ state: string }[]>`
      update imports set failures = failures + 1,
        state = case when failures + 1 >= ${MAX_FAILURES} then 'failed' else state end
      where id = ${import_id} and state = 'committing' returning state`;
    if (row?.state === 'committing') await queueCommit(sql, import_id, new Date(ctx.clock.now().getTime() + RETRY_MS));
    return row?.state === 'failed';
  });
  if (failed) await notifyImporter(ctx, import_id);
}
