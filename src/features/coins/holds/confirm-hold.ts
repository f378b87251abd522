import type { Input, Reply } from '#contracts/call.ts';
import type { confirmHold as contract } from '#contracts/coins/holds.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction, within } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, by, type VaultCtx } from '../../ctx.ts';
import { publishUserEvent } from '../../messages/notifications/publish-user-event.ts';
import { dismiss } from '../../oversight/four-eyes/dismiss.ts';
import { keepHeld } from '../deposits/keep-held.ts';
import { lockHeld } from './lock-held.ts';
import { readHeld } from './read-held.ts';
import { releaseKind } from './release-kind.ts';

/** A person decides that what is held stays held: from then on nothing but a person's release lifts it. */
export async function confirmHold(
  ctx: VaultCtx,
  actor: Actor,
  { params, body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  return transaction(ctx.sql, async (sql) => {
    const deposit = await lockHeld(sql, actor, params.id);
    if (deposit.hold_reason === 'kept') throw new AppError('conflict', message('held.kept_already'));
    await dismiss(ctx, sql, actor, { kind: releaseKind, subject: deposit.id, reason: body.reason });
    await keepHeld(ctx, sql, {
      deposit_id: deposit.id,
      reason: body.reason,
      held_for: deposit.hold_reason,
      actor_id: actor.user.id,
      at: ctx.clock.now(),
    });
    await appendAudit(sql, {
      ...by(actor),
      action: 'payment.kept',
      subject: deposit.payment_id,
      details: { deposit_id: deposit.id, reason: body.reason, hold_reason: deposit.hold_reason },
    });
    await publishUserEvent(sql, deposit.user_id, 'payment', { id: deposit.payment_id });
    return { data: await readHeld(within(ctx, sql), actor, deposit.id) };
  });
}
