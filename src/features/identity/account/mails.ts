import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import type { Ctx } from '../../ctx.ts';
import type { MailTemplate } from '../../feature.ts';
import { accountMail, type Recipient } from '../../messages/mail/account-mail.ts';
import { isOwnToken, type TokenSeal, tokenSeal, writeEmailToken } from '../auth/email-tokens/email-token.ts';
import { STOPPABLE_MS } from './notify-old-addresses.ts';

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

  email_change_note: (ctx, ids) => noteOf(ctx, ids, 'email_old'),
  email_changed_note: (ctx, ids) => noteOf(ctx, ids, 'email_done'),
};

/** To the address before the change `stop_id`, about `token_id`: the same change or a later one. */
async function noteOf(ctx: Ctx, { token_id, stop_id }: Record<string, string>, about: 'email_old' | 'email_done') {
  const [note] = await ctx.sql<(Recipient & TokenSeal & { since: string })[]>`
    select t.old_email as to, coalesce(t.used_at, t.created_at) as since, u.username, u.locale,
      u.time_zone, ${tokenSeal(ctx.sql)}
    from email_tokens t join email_tokens about on about.user_id = t.user_id join users u on u.id = t.user_id
    where t.id = ${stop_id!} and about.id = ${token_id!} and t.stopped_at is null and about.stopped_at is null`;
  if (!note || !isOwnToken(ctx, note)) return undefined;
  const until = { at: new Date(Date.parse(note.since) + STOPPABLE_MS).toISOString() };
  const paragraphs = [message(`mail.${about}.text`), message('mail.email_old.stop', { until })];
  const path = `${pagePath('/email-change/stop')}?token=${writeEmailToken(ctx, stop_id!, 'stop_email_change')}`;
  const button = { label: message('mail.email_old.button'), path };
  return accountMail(note, `mail.${about}.subject`, paragraphs, { button });
}

interface EmailChange extends Recipient, TokenSeal {
  email: string;
  taken: boolean;
}

async function findChange(ctx: Ctx, token_id: string): Promise<EmailChange | undefined> {
  const [change] = await ctx.sql<EmailChange[]>`
    select t.email, u.username, u.locale, u.time_zone, t.email as to, ${tokenSeal(ctx.sql)},
      exists (select from users o where o.email = t.email and o.email_verified_at is not null and o.id <> u.id) as taken
    from email_tokens t join users u on u.id = t.user_id
    where t.id = ${token_id} and t.purpose = 'change_email' and t.used_at is null and t.stopped_at is null
      and t.expires_at > ${ctx.clock.now()}`;
  return change && isOwnToken(ctx, change) ? change : undefined;
}
