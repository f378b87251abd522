import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import { accountMail, findRecipient, type Recipient } from '../../mail/account-mail.ts';
import type { MailTemplate } from '../../mail/mail-template.ts';
import { type CHANGES, changeText } from './tell-person.ts';

export const userMails: Record<string, MailTemplate> = {
  async account_changed(ctx, { user_id, change }) {
    const recipient = await findRecipient(ctx, user_id!);
    const text = changeText(change as (typeof CHANGES)[number]);
    return recipient && accountMail(recipient, 'mail.account_changed.subject', [text, message('users.told.ask')]);
  },

  async balance_adjusted(ctx, { adjustment_id }) {
    const [found] = await ctx.sql<(Recipient & { cents: number })[]>`
      select u.email as to, u.username, u.locale, u.time_zone, a.cents
      from balance_adjustments a join users u on u.id = a.user_id where a.id = ${adjustment_id!} and u.erased_at is null`;
    return (
      found &&
      accountMail(found, 'mail.balance_adjusted.subject', [adjustedText(found.cents)], {
        button: { label: message('mail.balance_adjusted.button'), path: pagePath('/billing/statements') },
      })
    );
  },
};

export const adjustedText = (cents: number) =>
  cents > 0
    ? message('users.told.credited', { amount: { cents } })
    : message('users.told.debited', { amount: { cents: -cents } });
