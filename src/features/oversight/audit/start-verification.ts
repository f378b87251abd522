import type { Input, Reply } from '#contracts/call.ts';
import type { startVerification as contract } from '#contracts/oversight/audit.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { beginVerification } from './verification/begin-verification.ts';

/** Starts a check of the audit chain or the ledger in the background. */
export async function startVerification(
  ctx: Ctx,
  actor: Actor,
  { body: { kind } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  return transaction(ctx.sql, async (sql) => {
    const { verification, begun } = await beginVerification(sql, ctx.clock.now(), { kind, nightly: false });
    if (begun)
      await appendAudit(sql, {
        ...by(actor),
        action: 'audit.check_started',
        subject: verification.id,
        details: { kind },
      });
    return { data: verification };
  });
}
