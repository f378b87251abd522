import type { Input, Reply } from '#contracts/call.ts';
import type { approveOwner as contract } from '#contracts/coins/unclaimed-deposits.ts';
import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { transaction, within } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, by, type VaultCtx } from '../../ctx.ts';
import { notify } from '../../messages/notifications/notify.ts';
import { publishUserEvent } from '../../messages/notifications/publish-user-event.ts';
import { decide } from '../../oversight/four-eyes/decide.ts';
import { dismiss } from '../../oversight/four-eyes/dismiss.ts';
import { assignAddress } from './assign-address.ts';
import { getUnclaimedDeposit } from './get-unclaimed-deposit.ts';
import { lockUnclaimedDeposit } from './lock-unclaimed-deposit.ts';
import { ownerKind } from './owner-kind.ts';

/**
 * A second person agrees. The address is the buyer's from then on, and what came to it is credited by the watcher like any
 * late payment: at the rate of the day, screened, within the limits.
 */
export async function approveOwner(
  ctx: VaultCtx,
  actor: Actor,
  { params, body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  return transaction(ctx.sql, async (sql) => {
    const aside = await lockUnclaimedDeposit(ctx, sql, params.id);
    const { reason, proposal_id } = body;
    const verdict = { id: proposal_id, decision: 'approved', reason } as const;
    const proposal = await decide(ctx, sql, actor, { kind: ownerKind, subject: aside.id, ...verdict });
    const user_id = String(proposal.facts.user_id);
    if (user_id === actor.user.id) throw new AppError('forbidden', message('unclaimed.own'));
    const [owner] = await sql<{ erased: boolean }[]>`
      select erased_at is not null as erased from users where id = ${user_id} for no key update`;
    if (owner!.erased) throw new AppError('conflict', message('unclaimed.erased'));
    const { payment_id, assigned } = await assignAddress(within(ctx, sql), aside, user_id);
    // What was proposed about the other deposits of the address is overtaken by this.
    for (const subject of assigned) await dismiss(ctx, sql, actor, { kind: ownerKind, subject, reason });
    const { coin, txid, n } = aside;
    const proposed_by = proposal.proposer_id;
    const details = { coin, txid, n, user_id, proposed_by, payment_id, deposits: assigned.length, reason };
    await appendAudit(sql, { ...by(actor), action: 'unclaimed.assigned', subject: aside.id, details });
    await publishUserEvent(sql, user_id, 'payment', { id: payment_id });
    await notify(sql, user_id, {
      type: 'info',
      title: message('notify.payment_found'),
      content: message('notify.payment_found_more', { coin }),
      link: pagePath('/billing/:id', { id: payment_id }),
    });
    return getUnclaimedDeposit(within(ctx, sql), actor, { params });
  });
}
