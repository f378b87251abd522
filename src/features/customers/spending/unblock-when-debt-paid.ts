import { appendAudit } from '#platform/audit/append-audit.ts';
import type { Db } from '#platform/db/client.ts';
import { balanceOf } from '#platform/ledger/transfer.ts';

/** Lifts a user's block once nothing is owed. Call wherever debt is repaid, in the same transaction. */
export async function unblockWhenDebtPaid(sql: Db, now: Date, user_id: string): Promise<void> {
  if ((await balanceOf(sql, { kind: 'debt', owner_id: user_id })) < 0) return;
  const { count } = await sql`
    update spending_blocks set lifted_at = ${now} where user_id = ${user_id} and lifted_at is null`;
  if (count > 0) await appendAudit(sql, { actor_id: null, action: 'spending.unblocked', subject: user_id });
}
