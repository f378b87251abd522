import { HOUR_MS } from '#contracts/time-units.ts';
import { transaction } from '#platform/db/transaction.ts';
import type { Task } from '#platform/jobs/run-jobs.ts';
import type { VaultCtx } from '../../../ctx.ts';
import { askCard } from '../../../supply/issuers/cards/ask-card.ts';
import { notifyDecision } from '../claim/notify-decision.ts';
import { lockLine } from '../line/lock-line.ts';
import { readAnswers } from '../line/read-answers.ts';
import { judgeClaim } from './judge-claim.ts';
import { queueClaim } from './queue-claim.ts';

/** An issuer that is silent for longer settles nothing: nobody's money hangs on it for good. */
const PATIENCE_MS = 72 * HOUR_MS;

/** The job that asks the issuer again about a waiting claim, until it answers or a person has to look into the claim. */
export function claimTask(ctx: VaultCtx): Task {
  return async ({ claim_id = '' }) => {
    const [claim] = await ctx.sql<{ line_id: string; made_at: string }[]>`
      select line_id, made_at from claims where id = ${claim_id} and state = 'waiting'`;
    if (!claim) return;
    const said = await askCard(ctx, { line_id: claim.line_id, cause: 'claim' });
    const now = ctx.clock.now();
    if (said === 'no_answer' && now.getTime() < Date.parse(claim.made_at) + PATIENCE_MS)
      return await queueClaim(ctx.sql, claim_id, now);
    await transaction(ctx.sql, async (sql) => {
      const line = await lockLine(sql, now, claim.line_id);
      const [waiting] = await sql`select from claims where id = ${claim_id} and state = 'waiting' for update`;
      if (!waiting) return;
      const answered = said !== undefined && said !== 'no_answer';
      const [answer] = answered ? await readAnswers(sql, claim.line_id) : [];
      await judgeClaim(ctx, sql, { claim_id, line, answer });
      const [{ state }] = await sql<[{ state: 'open' | 'refunded' }]>`select state from claims where id = ${claim_id}`;
      await notifyDecision(sql, { claim_id, state, line });
    });
  };
}
