import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import type { MailTemplate } from '../../../feature.ts';
import { accountMail, findRecipient } from '../../../messages/mail/account-mail.ts';

export const importMails: Record<string, MailTemplate> = {
  async import_ended(ctx, { import_id = '', how = '' }) {
    const [row] = await ctx.sql<{ batch_id: string; name: string; user_id: string; cards: number; refused: number }[]>`
      select i.batch_id, b.name, coalesce(i.committed_by, i.uploaded_by) as user_id, i.imported_cards as cards,
        i.refused_rows as refused
      from imports i join batches b on b.id = i.batch_id where i.id = ${import_id}`;
    const recipient = row && (await findRecipient(ctx, row.user_id));
    if (!recipient) return undefined;
    const { batch_id, name, cards, refused } = row;
    const text = [message('import.told', { how }), message('import.told_more', { name, cards, refused })];
    return accountMail(recipient, 'mail.import_ended.subject', text, {
      button: { label: message('mail.import_ended.button'), path: pagePath('/reseller/import/:id', { id: batch_id }) },
    });
  },
};
