import type { Input, Reply } from '#contracts/call.ts';
import type { endSeller as contract } from '#contracts/supply/sellers.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, by, type VaultCtx } from '../../../ctx.ts';
import { dismiss } from '../../../oversight/four-eyes/dismiss.ts';
import { lockSeller } from '../seller/lock-seller.ts';
import { readSeller } from '../seller/read-sellers.ts';
import { sellerKinds } from '../seller/seller-kinds.ts';

/** Ends the work with a seller for good: nothing is owed either way, and none of their stock can be sold. */
export async function endSeller(
  ctx: VaultCtx,
  actor: Actor,
  { params: { id }, body: { reason } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const data = await transaction(ctx.sql, async (sql) => {
    const { state } = await lockSeller(sql, id);
    if (state === 'ended') throw new AppError('conflict', message('seller.is_ended'));
    const [left] = await sql<{ owed: boolean; stock: boolean }[]>`
      select exists (select from seller_balances
        where seller_id = ${id} and kind <> 'seller_paid' and balance_cents <> 0) as owed,
        exists (select from batches where seller_id = ${id} and state <> 'withdrawn') as stock`;
    if (left!.owed) throw new AppError('conflict', message('seller.still_owed'));
    if (left!.stock) throw new AppError('conflict', message('seller.has_stock'));
    for (const kind of Object.values(sellerKinds)) await dismiss(ctx, sql, actor, { kind, subject: id, reason });
    await sql`update sellers set state = 'ended', user_id = null where id = ${id}`;
    await appendAudit(sql, { ...by(actor), action: 'seller.ended', subject: id, details: { reason } });
    return readSeller(ctx, sql, actor, id);
  });
  return { data };
}
