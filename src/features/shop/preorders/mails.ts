import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import type { MailTemplate } from '../../feature.ts';
import { accountMail, findRecipient } from '../../messages/mail/account-mail.ts';

export const preorderMails: Record<string, MailTemplate> = {
  async preorder_filled(ctx, { user_id = '', fills_id = '' }) {
    const recipient = await findRecipient(ctx, user_id);
    if (!recipient) return undefined;
    const fills = await ctx.sql<{ programme: string; cards: number; spent_cents: number; number: number }[]>`
      select g.name as programme, f.cards, f.spent_cents, o.number
      from preorder_fills f join preorders p on p.id = f.preorder_id join programmes g on g.id = p.programme_id
      join orders o on o.id = f.order_id where f.mail_id = ${fills_id} and p.user_id = ${user_id} order by o.id`;
    const lines = fills.map(({ programme, cards, spent_cents, number }) =>
      message('mail.preorder_filled.line', {
        programme,
        count: cards,
        number: String(number),
        total: { cents: spent_cents },
      }),
    );
    return accountMail(
      recipient,
      'mail.preorder_filled.subject',
      [message('mail.preorder_filled.text'), ...lines, message('mail.preorder_filled.more')],
      {
        about: { user_id, kind: 'preorder_filled' },
        button: { label: message('mail.preorder_filled.button'), path: pagePath('/orders') },
      },
    );
  },
};
