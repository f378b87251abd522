import { message } from '#i18n/message.ts';
import type { Tx } from '#platform/db/client.ts';
import type { Ctx } from '../../../ctx.ts';
import { endPurchase } from '../ends/end-purchase.ts';

/**
 * Ends the purchase of a buyer that still waits, in whose place another one comes: cards that are asked for twice are bought once. Whoever asks
 * queues at the balance, so that no two wait.
 */
export async function replaceFormer(ctx: Ctx, sql: Tx, user_id: string): Promise<void> {
  await sql`
    select from ledger_balances b join ledger_accounts a on a.id = b.account_id
    where a.owner_id = ${user_id} and a.kind = 'available' for update of b`;
  const [former] = await sql<{ id: string }[]>`
    select id from waiting_purchases where user_id = ${user_id} and state = 'waiting' for update`;
  if (former) await endPurchase(ctx, sql, former.id, { state: 'failed', why: message('purchase.why.replaced') });
}
