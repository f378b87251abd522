import type { Task } from '#platform/jobs/run-jobs.ts';
import type { VaultCtx } from '../../../ctx.ts';
import { AdapterError } from '../adapter/adapter-error.ts';
import { createIssuerClient } from '../adapter/create-issuer-client.ts';
import { askChunk } from './ask-chunk.ts';
import { finishCheck } from './finish-check.ts';
import { queueCheck } from './start-check.ts';

// Short enough for a process to end soon, and far below what the queue takes for a dead runner.
const SLICE_MS = 2_000;

/** The job that asks issuers about a batch for two seconds at a time, and queues itself again until all cards are done. */
export function issuerTask(ctx: VaultCtx): Task {
  const client = createIssuerClient(ctx);
  return async ({ check_id = '' }) => {
    try {
      const until = performance.now() + SLICE_MS;
      while (await askChunk(ctx, client, check_id)) {
        if (performance.now() > until) return await queueCheck(ctx.sql, check_id);
      }
    } catch (error) {
      if (!(error instanceof AdapterError)) throw error;
      ctx.log.warn({ check_id, failure: error.failure }, 'an issuer gave no answer that counts');
      await finishCheck(ctx, check_id, error.failure);
    }
  };
}
