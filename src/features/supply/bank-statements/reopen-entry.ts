import type { Input, Reply } from '#contracts/call.ts';
import type { reopenEntry as contract } from '#contracts/supply/bank-statements.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { noteBooked } from '../payouts/payout/note-booked.ts';
import { lockEntry } from './entries/lock-entry.ts';
import { readEntry } from './entries/read-entries.ts';
import { nameUnexplained } from './matching/unexplained-alert.ts';

/** Takes a match or an explanation back: the entry is open again, and its payout is on no statement. */
export async function reopenEntry(
  ctx: Ctx,
  actor: Actor,
  { params: { id }, body: { reason } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const data = await transaction(ctx.sql, async (sql) => {
    const { statement_id, payout_id } = await lockEntry(sql, id, ['matched', 'explained']);
    await sql`
      update bank_entries set state = 'open', payout_id = null, how = null, note = null, decided_by = null,
        decided_at = null
      where id = ${id}`;
    if (payout_id) await noteBooked(ctx, sql, payout_id, null);
    await nameUnexplained(sql, ctx.clock.now(), statement_id);
    const details = { entry_id: id, payout_id, reason };
    await appendAudit(sql, { ...by(actor), action: 'bank.reopened', subject: statement_id, details });
    return readEntry(sql, id);
  });
  return { data };
}
