import type { Input, Reply } from '#contracts/call.ts';
import type { suspendSeller as contract } from '#contracts/supply/sellers.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, by, type VaultCtx } from '../../../ctx.ts';
import { lockSeller } from '../seller/lock-seller.ts';
import { readSeller } from '../seller/read-sellers.ts';
import { stopSeller } from '../seller/stop-seller.ts';

/** Stops everything of a seller until two people verify them again. What is owed stays owed. */
export async function suspendSeller(
  ctx: VaultCtx,
  actor: Actor,
  { params: { id }, body: { reason } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const data = await transaction(ctx.sql, async (sql) => {
    const { state } = await lockSeller(sql, id);
    if (state !== 'verified') throw new AppError('conflict', message('seller.not_verified'));
    const details = { reason, ...(await stopSeller(ctx, sql, id)) };
    await appendAudit(sql, { ...by(actor), action: 'seller.suspended', subject: id, details });
    return readSeller(ctx, sql, actor, id);
  });
  return { data };
}
