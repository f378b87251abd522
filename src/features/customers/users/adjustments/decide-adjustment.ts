import type { Input, Reply } from '#contracts/call.ts';
import type { decideAdjustment as contract } from '#contracts/customers/users.ts';
import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import type { Db } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';
import { forgetRequests } from '#platform/http/run-idempotently.ts';
import { balanceOf, transfer } from '#platform/ledger/transfer.ts';
import { type Actor, by, type Ctx } from '../../../ctx.ts';
import { queueMail } from '../../../messages/mail/queue-mail.ts';
import { notify } from '../../../messages/notifications/notify.ts';
import { publishUserEvent } from '../../../messages/notifications/publish-user-event.ts';
import { decide } from '../../../oversight/four-eyes/decide.ts';
import { settleDebt } from '../../spending/settle-debt.ts';
import { adjustedText } from '../person/mails.ts';
import { readPerson } from '../person/person.ts';
import { adjustmentKind } from './adjustment-kind.ts';
import { type Adjustment, lockBalances, refuseUnfit } from './refuse-unfit.ts';

/** Changes a balance as somebody else proposed it, or not. */
export async function decideAdjustment(
  ctx: Ctx,
  actor: Actor,
  { params: { id }, body: { proposal_id, decision, reason } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  return transaction(ctx.sql, async (sql) => {
    await lockBalances(sql, id);
    const { disabled } = await readPerson(sql, actor, id);
    const { facts } = await decide(ctx, sql, actor, {
      kind: adjustmentKind,
      subject: id,
      id: proposal_id,
      decision,
      reason,
    });
    if (decision === 'approved') {
      const adjustment = {
        cents: Number(facts.cents),
        cause: facts.cause as Adjustment['cause'],
        order_id: facts.order_id ? String(facts.order_id) : null,
      };
      await refuseUnfit(ctx, sql, { user_id: id, disabled, ...adjustment });
      await book(ctx, sql, actor, { user_id: id, proposal_id, ...adjustment });
    }
    return { data: { balance_cents: await balanceOf(sql, { kind: 'available', owner_id: id }) } };
  });
}

async function book(
  ctx: Ctx,
  sql: Db,
  actor: Actor,
  { user_id, proposal_id, cents, cause, order_id }: Adjustment & { user_id: string; proposal_id: string },
): Promise<void> {
  const [row] = await sql<[{ id: string }]>`
    insert into balance_adjustments (user_id, proposal_id, cause, cents, order_id, booked_at)
    values (${user_id}, ${proposal_id}, ${cause}, ${cents}, ${order_id}, ${ctx.clock.now()}) returning id`;
  const [shop, person] = [
    { kind: 'adjustments', owner_id: null },
    { kind: 'available', owner_id: user_id, limited: true },
  ];
  await transfer(sql, {
    debit: cents > 0 ? shop : person,
    credit: cents > 0 ? person : shop,
    amount_cents: Math.abs(cents),
    kind: 'adjustment',
    reference: row.id,
    unique_key: `adjustment:${row.id}`,
  });
  // A purchase that was refused for too little money may be sent again.
  await forgetRequests(sql, user_id);
  const details = { adjustment_id: row.id, proposal_id, cents, cause, ...(order_id && { order_id }) };
  await appendAudit(sql, { ...by(actor), action: 'balance.adjusted', subject: user_id, details });
  await queueMail(sql, 'balance_adjusted', { adjustment_id: row.id });
  await notify(sql, user_id, {
    type: 'info',
    title: message('notify.balance_adjusted'),
    content: adjustedText(cents),
    link: pagePath('/billing/statements'),
  });
  await publishUserEvent(sql, user_id, 'account');
  if (cents > 0) await settleDebt(sql, ctx.clock.now(), user_id);
}
