import type { Input, Reply } from '#contracts/call.ts';
import type { decidePayout as contract } from '#contracts/supply/payouts.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import type { Tx } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { balanceOf, transfer } from '#platform/ledger/transfer.ts';
import { type Actor, by, type VaultCtx } from '../../ctx.ts';
import { decide } from '../../oversight/four-eyes/decide.ts';
import { sellerAccount } from '../sellers/shares/seller-account.ts';
import { findObstacles } from './owed/find-obstacles.ts';
import { changePayout, type LockedPayout, lockPayout } from './payout/lock-payout.ts';
import { payoutKind } from './payout/payout-kind.ts';
import { readPayout } from './payout/read-payout.ts';

/**
 * Approves a payout as somebody else proposed it, if it still can be paid; the money is then set aside. Whoever entered
 * where it goes doesn't approve it, or they could send it to themselves.
 */
export async function decidePayout(
  ctx: VaultCtx,
  actor: Actor,
  { params: { id }, body: { proposal_id, decision, reason } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const data = await transaction(ctx.sql, async (sql) => {
    const payout = await lockPayout(sql, id, ['proposed']);
    await decide(ctx, sql, actor, { kind: payoutKind, subject: id, id: proposal_id, decision, reason });
    if (decision === 'approved') {
      await refuseOwnDestination(sql, actor, payout);
      await setAside(ctx, sql, payout);
    }
    await changePayout(ctx, sql, id, { state: decision });
    const details = { payout_id: id, amount_cents: payout.amount_cents, reason };
    await appendAudit(sql, { ...by(actor), action: `payout.${decision}`, subject: payout.seller_id, details });
    return readPayout(sql, id);
  });
  return { data };
}

async function refuseOwnDestination(sql: Tx, actor: Actor, { destination_id }: LockedPayout): Promise<void> {
  const [own] = await sql`
    select from seller_destinations where id = ${destination_id} and set_by = ${actor.user.id}`;
  if (own) throw new AppError('forbidden', message('payout.own_destination'));
}

async function setAside(ctx: VaultCtx, sql: Tx, payout: LockedPayout): Promise<void> {
  const { id, seller_id, amount_cents, destination_id } = payout;
  const { obstacles, destination } = await findObstacles(ctx, sql, seller_id, id);
  const [obstacle] = obstacles;
  if (obstacle) throw new AppError('conflict', message(`payout.obstacle.${obstacle}`));
  if (destination?.id !== destination_id) throw new AppError('conflict', message('payout.moved'));
  const available = sellerAccount('seller_available', seller_id);
  if ((await balanceOf(sql, available)) < amount_cents)
    throw new AppError('conflict', message('payout.over_available'));
  const credit = sellerAccount('seller_paying', seller_id);
  const unique_key = `seller_paying:${id}`;
  await transfer(sql, { debit: available, credit, amount_cents, kind: 'seller_paying', reference: id, unique_key });
}
