import type { Text } from '#i18n/message.ts';
import { type AuditEntry, appendAudit } from '#platform/audit/append-audit.ts';
import type { Tx } from '#platform/db/client.ts';
import { changeRow, ForgedRowError } from '#platform/vault/row-seal.ts';
import type { Ctx } from '../../../ctx.ts';
import { reportForged } from '../../../identity/sessions/seals/report-forged.ts';
import { publishUserEvent } from '../../../messages/notifications/publish-user-event.ts';

type End =
  | { state: 'bought'; order_id: string }
  | { state: 'failed'; why: Text }
  | { state: 'called_off'; who: Pick<AuditEntry, 'actor_id' | 'address'> };

/**
 * Ends a purchase that waits, in the caller's transaction, which has locked it. One that was written past the shop ends without having bought
 * anything, and is reported.
 */
export async function endPurchase(ctx: Ctx, sql: Tx, id: string, end: End): Promise<void> {
  const now = ctx.clock.now();
  // Beside the MAC, since it decides nothing. A text is a string or a message of plain values, which the client's type for JSON doesn't see.
  const why = end.state === 'failed' ? sql.json(end.why as never) : null;
  const changes = { state: end.state, ended_at: now, order_id: end.state === 'bought' ? end.order_id : null };
  try {
    await changeRow(
      ctx.vault,
      sql,
      { table: 'waiting_purchases', id },
      changes,
      (mac) => sql`update waiting_purchases set ${sql({ ...changes, mac })}, ended_why = ${why} where id = ${id}`,
    );
  } catch (error) {
    if (!(error instanceof ForgedRowError) || end.state === 'bought') throw error;
    reportForged(ctx, 'waiting_purchases', id);
    await sql`update waiting_purchases set ${sql(changes)}, ended_why = ${why} where id = ${id}`;
  }
  const [{ user_id }] = await sql<[{ user_id: string }]>`select user_id from waiting_purchases where id = ${id}`;
  const who = end.state === 'called_off' ? end.who : { actor_id: null };
  await appendAudit(sql, {
    ...who,
    action: `purchase.${end.state}`,
    subject: id,
    ...(end.state === 'bought' && { details: { order_id: end.order_id } }),
  });
  await publishUserEvent(sql, user_id, 'payment', { id });
}
