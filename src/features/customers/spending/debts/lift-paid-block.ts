import { appendAudit } from '#platform/audit/append-audit.ts';
import type { Db } from '#platform/db/client.ts';

/** Lifts the block of a user who owes nothing any more. */
export async function liftPaidBlock(sql: Db, now: Date, user_id: string): Promise<void> {
  const { count } = await sql`
    update spending_blocks set lifted_at = ${now} where user_id = ${user_id} and lifted_at is null`;
  if (count > 0) await appendAudit(sql, { actor_id: null, action: 'spending.unblocked', subject: user_id });
}
