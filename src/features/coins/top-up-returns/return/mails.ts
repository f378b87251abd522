import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import type { Coin } from '#platform/chain/types.ts';
import type { MailTemplate } from '../../../feature.ts';
import { accountMail, findRecipient } from '../../../messages/mail/account-mail.ts';

const button = () => ({ label: message('mail.top_up_return.button'), path: pagePath('/user/closing') });

export const topUpReturnMails: Record<string, MailTemplate> = {
  /** The account closes: what was asked for, and that it wasn't somebody else. */
  async top_up_return_asked(ctx, { user_id = '' }) {
    const to = await findRecipient(ctx, user_id);
    const [sum] = await ctx.sql<{ amount_cents: number | null }[]>`
      select sum(amount_cents)::bigint as amount_cents from top_up_returns
      where user_id = ${user_id} and state in ('asked', 'approved')`;
    if (!to || !sum?.amount_cents) return undefined;
    const paragraphs = [
      message('mail.top_up_return.asked', { amount: { cents: sum.amount_cents } }),
      message('mail.top_up_return.how'),
      message('mail.not_you'),
    ];
    return accountMail(to, 'mail.top_up_return.asked_subject', paragraphs, { button: button() });
  },
  async top_up_return_told(ctx, { return_id = '', user_id = '', what = '' }) {
    const to = await findRecipient(ctx, user_id);
    const [row] = await ctx.sql<{ coin: Coin; address: string; amount_cents: number; txid: string | null }[]>`
      select coin, address, amount_cents, txid from top_up_returns where id = ${return_id}`;
    if (!to || !row) return undefined;
    const { coin, address, txid } = row;
    const amount = { cents: row.amount_cents };
    const paragraphs =
      what === 'paid'
        ? [
            message('mail.top_up_return.paid', { amount, coin, address }),
            message('mail.top_up_return.txid', { txid: txid ?? '' }),
          ]
        : [message('mail.top_up_return.undone', { amount, coin }), message('mail.top_up_return.undone_more')];
    const subject = what === 'paid' ? 'mail.top_up_return.paid_subject' : 'mail.top_up_return.undone_subject';
    return accountMail(to, subject, paragraphs, { button: button() });
  },
};
