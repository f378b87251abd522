import { pagePath } from '#contracts/page-path.ts';
import { type MessageKey, message, messageKey } from '#i18n/message.ts';
import type { Ctx } from '../../ctx.ts';
import type { MailTemplate } from '../../feature.ts';
import { accountMail, type Recipient } from '../../messages/mail/account-mail.ts';
import { replyAddress } from './inbox/reply-address.ts';
import { SOLVED } from './ticket/lock-ticket.ts';
import { guestPath } from './ticket/mail-guest-link.ts';

export const supportMails: Record<string, MailTemplate> = {
  /** Says that there is an answer, and never what: mail is open to more people than the buyer. */
  ticket_answered: buyerMail(messageKey('mail.ticket_answered.subject'), messageKey('mail.ticket_answered.text')),
  ticket_solved: whileSolved(
    buyerMail(messageKey('mail.ticket_solved.subject'), messageKey('mail.ticket_solved.text')),
  ),
  guest_opened: guestMail(messageKey('mail.guest_opened.subject'), messageKey('mail.guest_opened.text')),
  guest_answered: guestMail(messageKey('mail.ticket_answered.subject'), messageKey('mail.guest_answered.text')),
  guest_link: guestMail(messageKey('mail.guest_link.subject'), messageKey('mail.guest_link.text')),
};

/** A mail to a ticket's owner, where they confirmed their address. */
function buyerMail(subject: MessageKey, text: MessageKey): MailTemplate {
  return async (ctx, { ticket_id }) => {
    const [ticket] = await ctx.sql<(Recipient & { id: string; number: number })[]>`
      select t.id, t.number, u.email as to, u.username, u.locale, u.time_zone from tickets t
      join users u on u.id = t.user_id
      where t.id = ${ticket_id!} and u.erased_at is null and u.email_verified_at is not null`;
    if (!ticket) return undefined;
    const number = String(ticket.number);
    return accountMail(ticket, subject, [message(text, { number }), ...mayReply(ctx)], {
      ...replyTo(ctx, ticket.number),
      button: { label: message('mail.ticket_answered.button'), path: pagePath('/support/:id', { id: ticket.id }) },
    });
  };
}

/** The question whether support helped, which nobody asks about a ticket that opened again or was rated. */
function whileSolved(write: MailTemplate): MailTemplate {
  return async (ctx, ids) => {
    const [solved] = await ctx.sql`
      select from tickets t where t.id = ${ids.ticket_id!} and t.status >= ${SOLVED}
        and not exists (select from ticket_ratings r where r.ticket_id = t.id)`;
    return solved && write(ctx, ids);
  };
}

/** A mail with a link to a guest's ticket. Nothing that anybody typed stands in it: its address may be a stranger's. */
function guestMail(subject: MessageKey, text: MessageKey): MailTemplate {
  return async (ctx, { link_id }) => {
    const [ticket] = await ctx.sql<{ number: number; guest_email: string; guest_locale: string | null }[]>`
      select t.number, t.guest_email, t.guest_locale from ticket_links l join tickets t on t.id = l.ticket_id
      where l.id = ${link_id!} and t.guest_email is not null and l.expires_at > ${ctx.clock.now()}`;
    if (!ticket) return undefined;
    return {
      to: ticket.guest_email,
      locale: ticket.guest_locale,
      subject: message(subject),
      paragraphs: [message(text, { number: String(ticket.number) }), ...mayReply(ctx), message('mail.guest.not_you')],
      ...replyTo(ctx, ticket.number),
      button: { label: message('mail.guest.button'), path: guestPath(ctx, link_id!) },
    };
  };
}

const mayReply = ({ config }: Ctx) => (config.inbox ? [message('mail.ticket_reply')] : []);

const replyTo = (ctx: Ctx, number: number) =>
  ctx.config.inbox && { reply_to: replyAddress(ctx, ctx.config.inbox, number) };
