import type { Input, Reply } from '#contracts/call.ts';
import type { releaseSellerShare as contract } from '#contracts/supply/sellers.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, by, type VaultCtx } from '../../ctx.ts';
import { endAlert } from '../../oversight/alerts/end-alert.ts';
import { lockSeller } from './seller/lock-seller.ts';
import { readSeller } from './seller/read-sellers.ts';
import { fewBuyersAlert } from './shares/few-buyers-alert.ts';

/** A person looked at who bought: the share goes its usual way again. Later sales are judged anew. */
export async function releaseSellerShare(
  ctx: VaultCtx,
  actor: Actor,
  { params: { id }, body: { reason } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const now = ctx.clock.now();
  const data = await transaction(ctx.sql, async (sql) => {
    await lockSeller(sql, id);
    const { count } = await sql`
      update seller_waits set released_at = ${now}, released_by = ${actor.user.id}, release_reason = ${reason}
      where seller_id = ${id} and released_at is null`;
    if (count === 0) throw new AppError('conflict', message('seller.share_not_waiting'));
    await endAlert(sql, now, { kind: fewBuyersAlert, subject: id });
    await appendAudit(sql, { ...by(actor), action: 'seller.share_released', subject: id, details: { reason } });
    return readSeller(ctx, sql, actor, id);
  });
  return { data };
}
