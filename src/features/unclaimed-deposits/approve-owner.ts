import type { Input, Reply } from '#contracts/call.ts';
import type { approveOwner as contract } from '#contracts/unclaimed-deposits.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import type { Db } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';
import { AppError } from '#platform/http/errors.ts';
import { type Actor, by, type Ctx } from '../ctx.ts';
import { notify } from '../notifications/notify.ts';
import { publishUserEvent } from '../notifications/publish-user-event.ts';
import { assignAddress } from './assign-address.ts';
import { getUnclaimedDeposit } from './get-unclaimed-deposit.ts';
import { lockUnclaimedDeposit } from './lock-unclaimed-deposit.ts';

/**
 * A second person agrees. The address is the buyer's from then on, and what came to it is credited by the watcher like any
 * late payment: at the rate of the day, screened, within the limits.
 */
export async function approveOwner(
  ctx: Ctx,
  actor: Actor,
  { params, body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  return transaction(ctx.sql, async (sql) => {
    const aside = await lockUnclaimedDeposit(sql, params.id);
    const { user_id, proposed_by } = await standingProposal(sql, aside.id, body.proposal_id);
    if (proposed_by === actor.user.id) throw new AppError('forbidden', message('suspense.proposed_by_you'));
    if (user_id === actor.user.id) throw new AppError('forbidden', message('suspense.own'));
    const [owner] = await sql<{ erased: boolean }[]>`
      select erased_at is not null as erased from users where id = ${user_id} for no key update`;
    if (owner!.erased) throw new AppError('conflict', message('suspense.erased'));
    await sql`
      insert into suspense_decisions (suspense_id, decision, user_id, reason, actor_id, at)
      values (${aside.id}, 'approve', ${user_id}, ${body.reason}, ${actor.user.id}, ${ctx.clock.now()})`;
    const { payment_id, deposits } = await assignAddress({ ...ctx, sql }, aside, user_id);
    const { coin, txid, n } = aside;
    const details = { coin, txid, n, user_id, proposed_by, payment_id, deposits, reason: body.reason };
    await appendAudit(sql, { ...by(actor), action: 'suspense.assigned', subject: aside.id, details });
    await publishUserEvent(sql, user_id, 'payment', { id: payment_id });
    await notify(sql, user_id, {
      type: 'info',
      title: message('notify.payment_found'),
      content: message('notify.payment_found_more', { coin }),
      link: `/billing/${payment_id}`,
    });
    return getUnclaimedDeposit({ ...ctx, sql }, actor, { params });
  });
}

interface Proposal {
  user_id: string;
  proposed_by: string;
}

/** The last word about it, which has to be the one that was read. */
async function standingProposal(sql: Db, suspense_id: string, id: string): Promise<Proposal> {
  const [last] = await sql<(Proposal & { id: string })[]>`
    select id, user_id, actor_id as proposed_by from suspense_decisions
    where suspense_id = ${suspense_id} and decision = 'propose' order by id desc limit 1`;
  if (last?.id !== id) throw new AppError('conflict', message('suspense.other_proposal'));
  return last;
}
