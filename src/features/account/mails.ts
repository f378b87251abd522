import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import { writeEmailToken } from '../auth/email-tokens/email-token.ts';
import type { Ctx } from '../ctx.ts';
import { accountMail, type Recipient } from '../mail/account-mail.ts';
import type { MailTemplate } from '../mail/mail-template.ts';

export const accountMails: Record<string, MailTemplate> = {
  async change_email(ctx, { token_id }) {
    const change = await findChange(ctx, token_id!);
    if (!change) return undefined;
    // Only the owner of a taken address learns that it is taken, never the person who requested the change.
    if (change.taken)
      return accountMail({ ...change, to: change.email }, 'mail.email_taken.subject', [
        message('mail.email_taken.text'),
      ]);
    const path = `${pagePath('/email-change')}?token=${writeEmailToken(ctx, token_id!, 'change_email')}`;
    const paragraphs = [message('mail.email_new.text'), message('mail.email_new.expires')];
    const button = { label: message('mail.email_new.button'), path };
    return accountMail({ ...change, to: change.email }, 'mail.email_new.subject', paragraphs, { button });
  },

  async email_change_note(ctx, { token_id }) {
    const change = await findChange(ctx, token_id!);
    if (!change) return undefined;
    const path = `${pagePath('/email-change/stop')}?token=${writeEmailToken(ctx, token_id!, 'stop_email_change')}`;
    const paragraphs = [message('mail.email_old.text'), message('mail.email_old.stop')];
    const button = { label: message('mail.email_old.button'), path };
    return accountMail({ ...change, to: change.old_email }, 'mail.email_old.subject', paragraphs, { button });
  },
};

interface EmailChange extends Recipient {
  email: string;
  old_email: string;
  taken: boolean;
}

async function findChange(ctx: Ctx, token_id: string): Promise<EmailChange | undefined> {
  const [change] = await ctx.sql<EmailChange[]>`
    select t.email, t.old_email, u.username, u.locale, u.time_zone, t.email as to,
      exists (select from users o where o.email = t.email and o.email_verified_at is not null and o.id <> u.id) as taken
    from email_tokens t join users u on u.id = t.user_id
    where t.id = ${token_id} and t.purpose = 'change_email' and t.used_at is null and t.stopped_at is null
      and t.expires_at > ${ctx.clock.now()}`;
  return change;
}
