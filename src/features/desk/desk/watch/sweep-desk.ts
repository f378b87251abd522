import { DAY_MS } from '#contracts/time-units.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import type { Ctx } from '../../../ctx.ts';
import { readDeskSettings } from '../../desk-settings/read-desk-settings.ts';
import { closeSolved } from '../../support/staff/close-solved.ts';
import { SOLVED } from '../../support/ticket/lock-ticket.ts';
import { publishTicket } from '../../support/ticket/publish-ticket.ts';

const AT_ONCE = 500;

/** Closes tickets that have been solved for long, and forgets changes that nobody can undo any more. */
export async function sweepDesk(ctx: Ctx): Promise<void> {
  const now = ctx.clock.now();
  const { close_after_days } = await readDeskSettings(ctx.sql);
  const before = new Date(now.getTime() - close_after_days * DAY_MS);
  for (let closed = AT_ONCE; closed === AT_ONCE; ) closed = await closeSome(ctx, now, before);
  await ctx.sql`delete from ticket_changes where made_at < ${new Date(now.getTime() - DAY_MS)}`;
  await ctx.sql`delete from ticket_presence where seen_at < ${new Date(now.getTime() - DAY_MS)}`;
}

const closeSome = (ctx: Ctx, now: Date, before: Date): Promise<number> =>
  transaction(ctx.sql, async (sql) => {
    const closed = await closeSolved(sql, { before, now, limit: AT_ONCE });
    for (const ticket of closed) {
      const details = { status_before: SOLVED, after_days: true };
      await appendAudit(sql, { actor_id: null, action: 'ticket.closed', subject: ticket.id, details });
      await publishTicket(sql, ticket);
    }
    return closed.length;
  });
