import type { Input, Reply } from '#contracts/call.ts';
import type { explainEntry as contract } from '#contracts/supply/bank-statements.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { lockEntry } from './entries/lock-entry.ts';
import { readEntry } from './entries/read-entries.ts';
import { nameUnexplained } from './matching/unexplained-alert.ts';

/** A person says what an entry was that is no payout, such as rent or the bank's own fees. */
export async function explainEntry(
  ctx: Ctx,
  actor: Actor,
  { params: { id }, body: { note } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const data = await transaction(ctx.sql, async (sql) => {
    const { statement_id } = await lockEntry(sql, id, ['open']);
    const now = ctx.clock.now();
    await sql`
      update bank_entries set state = 'explained', note = ${note}, decided_by = ${actor.user.id}, decided_at = ${now}
      where id = ${id}`;
    await nameUnexplained(sql, now, statement_id);
    const details = { entry_id: id, note };
    await appendAudit(sql, { ...by(actor), action: 'bank.explained', subject: statement_id, details });
    return readEntry(sql, id);
  });
  return { data };
}
