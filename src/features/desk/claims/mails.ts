import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import type { MailTemplate } from '../../feature.ts';
import { accountMail, type Recipient } from '../../messages/mail/account-mail.ts';

export const claimMails: Record<string, MailTemplate> = {
  async claim({ sql }, { claim_id = '' }) {
    const [row] = await sql<
      (Recipient & {
        user_id: string;
        state: 'open' | 'refunded' | 'goodwill' | 'refused';
        order_id: string;
        number: string;
        price_cents: number;
      })[]
    >`
      select u.id as user_id, u.email as to, u.username, u.locale, u.time_zone, m.state, o.id as order_id,
        o.number::text as number, l.price_cents
      from claims m join order_lines l on l.id = m.line_id join orders o on o.id = l.order_id
      join users u on u.id = o.user_id
      where m.id = ${claim_id} and m.state in ('open', 'refunded', 'goodwill', 'refused') and u.erased_at is null`;
    if (!row) return undefined;
    const { user_id, state, order_id, number, price_cents } = row;
    const paid = state === 'refunded' || state === 'goodwill';
    const text = message(`claim.told.${state}_more`, { amount: { cents: price_cents } });
    const path = pagePath('/orders/:id', { id: order_id });
    const button = { label: message('mail.order.button'), path };
    return accountMail(row, `claim.told.${state}`, [message('mail.order.about', { number }), text], {
      ...(paid && { about: { user_id, kind: 'refunded' } }),
      button,
    });
  },

  async guarantee_ending({ sql }, { order_id = '', cards = '1', ends_at = '' }) {
    const [row] = await sql<(Recipient & { user_id: string; number: string })[]>`
      select u.id as user_id, u.email as to, u.username, u.locale, u.time_zone, o.number::text as number
      from orders o join users u on u.id = o.user_id where o.id = ${order_id} and u.erased_at is null`;
    if (!row) return undefined;
    const values = { count: Number(cards), at: { at: ends_at } };
    const button = { label: message('mail.order.button'), path: pagePath('/orders/:id', { id: order_id }) };
    const paragraphs = [message('mail.order.about', { number: row.number }), message('guarantee.ending_more', values)];
    return accountMail(row, 'mail.guarantee_ending.subject', paragraphs, {
      about: { user_id: row.user_id, kind: 'guarantee_ending' },
      button,
    });
  },
};
