import type { Input, Reply } from '#contracts/call.ts';
import type { answerTicket as contract } from '#contracts/desk/desk.ts';
import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import type { Tx } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';
import { type Actor, by, type Ctx } from '../../ctx.ts';
import { queueMail } from '../../messages/mail/queue-mail.ts';
import { notify } from '../../messages/notifications/notify.ts';
import { answerBuyer } from '../support/staff/answer-buyer.ts';
import { type LockedTicket, lockUnclosed } from '../support/ticket/lock-ticket.ts';
import { mailGuestLink } from '../support/ticket/mail-guest-link.ts';
import { publishTicket } from '../support/ticket/publish-ticket.ts';
import { settle } from '../support/ticket/settle.ts';
import { markTicket } from './changes/mark-ticket.ts';
import { findDeskTicket } from './tickets/desk-columns.ts';
import { refuseUnread } from './tickets/refuse-unread.ts';

/** Answers a buyer, who is notified and mailed. Whoever answers a ticket that nobody took has it from then on. */
export async function answerTicket(
  ctx: Ctx,
  actor: Actor,
  { params: { id }, body: { body, settle: as, tags, version } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const now = ctx.clock.now();
  return transaction(ctx.sql, async (sql) => {
    const ticket = await lockUnclosed(sql, id);
    if (version !== undefined) await refuseUnread(sql, ticket, version);
    await answerBuyer(sql, { ticket_id: id, staff_id: actor.user.id, body, now });
    const details = { status_before: ticket.status };
    await appendAudit(sql, { ...by(actor), action: 'ticket.answered', subject: id, details });
    if (tags.length) await markTicket(ctx, sql, actor, { ticket_id: id, tags });
    await publishTicket(sql, ticket);
    await notifyBuyer(ctx, sql, ticket);
    if (as) await settle(ctx, sql, actor, { ticket: { ...ticket, status: 3 }, as });
    return { data: await findDeskTicket(sql, actor, id) };
  });
}

async function notifyBuyer(ctx: Ctx, sql: Tx, { id, number, user_id }: LockedTicket): Promise<void> {
  if (!user_id) return mailGuestLink(ctx, sql, { ticket_id: id, template: 'guest_answered' });
  await notify(sql, user_id, {
    type: 'info',
    title: message('support.answered_title'),
    content: message('support.answered_text', { number: String(number) }),
    link: pagePath('/support/:id', { id }),
  });
  await queueMail(sql, 'ticket_answered', { ticket_id: id });
}
