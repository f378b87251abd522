import { transaction } from '#platform/db/transaction.ts';
import type { Task } from '#platform/jobs/run-jobs.ts';
import type { VaultCtx } from '../../../ctx.ts';
import { askCard } from './ask-card.ts';
import { noteOutage } from './note-outage.ts';

/** The job that repeats the question which an issuer left without an answer, until it answers. */
export function outageTask(ctx: VaultCtx): Task {
  return async ({ programme_id = '' }) => {
    const [open] = await ctx.sql<{ line_id: string }[]>`
      select line_id from issuer_outages where programme_id = ${programme_id} and ended_at is null`;
    if (!open) return;
    const answer = await askCard(ctx, { ...open, cause: 'outage' });
    // The programme has no adapter any more, so nothing waits for an answer.
    if (answer === undefined)
      await transaction(ctx.sql, (sql) => noteOutage(ctx, sql, { programme_id, ...open, failure: null }));
  };
}
