import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import type { Task } from '#platform/jobs/run-jobs.ts';
import type { VaultCtx } from '../../../ctx.ts';
import { lockStatements } from './lock-statements.ts';
import { matchOpen } from './match-open.ts';
import { nameTouched } from './name-touched.ts';

/** Matches entries of earlier statements with a payout that was recorded since: the bank may be faster than whoever records. */
export const matchLater =
  (ctx: VaultCtx): Task =>
  async () => {
    await transaction(ctx.sql, async (sql) => {
      await lockStatements(sql);
      const matched = await matchOpen(ctx, sql);
      for (const statement_id of await nameTouched(sql, ctx.clock.now(), matched)) {
        const entries = await sql<{ id: string; payout_id: string }[]>`
          select id, payout_id from bank_entries where statement_id = ${statement_id} and id = any(${matched}::uuid[])`;
        for (const { id: entry_id, payout_id } of entries)
          await appendAudit(sql, {
            actor_id: null,
            action: 'bank.matched',
            subject: statement_id,
            details: { entry_id, payout_id },
          });
      }
    });
  };
