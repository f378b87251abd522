import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import type { MailTemplate } from '../../feature.ts';
import { accountMail, findRecipient } from '../../messages/mail/account-mail.ts';
import { readWithdrawal } from './get-withdrawal.ts';

export const withdrawalMails: Record<string, MailTemplate> = {
  /** The receipt on a durable medium: what was declared, with date and time. The law wants it, so it can't be switched off. */
  async withdrawal_received(ctx, { withdrawal_id = '', user_id = '' }) {
    const to = await findRecipient(ctx, user_id);
    if (!to) return undefined;
    const made = await readWithdrawal(ctx.sql, { id: withdrawal_id, user_id });
    const { programme, face_cents, currency, refund_cents } = made;
    const [number, day] = [String(made.order.number), { at: made.order.created_at, day: true }];
    const paragraphs = [
      message('mail.withdrawal.declared', { at: { at: made.declared_at }, name: made.name }),
      message('mail.withdrawal.contract', { programme, face: { cents: face_cents, currency }, number, day }),
      message('mail.withdrawal.refund', { amount: { cents: refund_cents } }),
      message('mail.withdrawal.keep'),
    ];
    return accountMail(to, 'mail.withdrawal.subject', paragraphs, {
      button: { label: message('mail.withdrawal.button'), path: pagePath('/withdraw/:id', { id: made.id }) },
    });
  },
};
