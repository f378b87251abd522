import { pagePath } from '#contracts/page-path.ts';
import { message, type Text } from '#i18n/message.ts';
import type { MailTemplate } from '../../feature.ts';
import { accountMail, findRecipient } from '../../messages/mail/account-mail.ts';

interface Ended {
  user_id: string;
  why: Text;
  credited_cents: number;
}

export const purchaseMails: Record<string, MailTemplate> = {
  async purchase_not_bought(ctx, { purchase_id = '' }) {
    const [ended] = await ctx.sql<Ended[]>`
      select w.user_id, w.ended_why as why,
        (select coalesce(sum(credited_cents), 0)::bigint from deposits where payment_id = w.id) as credited_cents
      from waiting_purchases w where w.id = ${purchase_id} and w.state = 'failed'`;
    const recipient = ended && (await findRecipient(ctx, ended.user_id));
    if (!recipient) return undefined;
    const { why, credited_cents } = ended;
    const text =
      credited_cents > 0
        ? message('purchase.not_bought.credited', { amount: { cents: credited_cents }, why })
        : message('purchase.not_bought.text', { why });
    return accountMail(recipient, 'mail.not_bought.subject', [text, message('mail.not_bought.more')], {
      button: { label: message('mail.not_bought.button'), path: pagePath('/billing/:id', { id: purchase_id }) },
    });
  },
};
