import { pagePath } from '#contracts/page-path.ts';
import { type MessageKey, message, type Text } from '#i18n/message.ts';
import type { Ctx } from '../../ctx.ts';
import type { MailContent } from '../../feature.ts';

export interface Recipient {
  to: string;
  username: string;
  locale: string | null;
  time_zone: string | null;
}

/** A mail to an account's owner, with a greeting by name. */
export function accountMail(
  { to, username, locale, time_zone }: Recipient,
  subject: MessageKey,
  paragraphs: Text[],
  more: Partial<MailContent> = {},
): MailContent {
  const all = [message('mail.hello', { name: username }), ...paragraphs];
  return { to, locale, time_zone, subject: message(subject), paragraphs: all, ...more };
}

/** The same for a change that the owner may not have made: says what to do in that case. */
export const securityMail = (recipient: Recipient, subject: MessageKey, text: Text, lines: Text[] = []): MailContent =>
  accountMail(recipient, subject, [text, ...lines, message('mail.not_you')], {
    button: { label: message('mail.not_you.button'), path: pagePath('/forgot') },
  });

/** Undefined once the account is erased. */
export async function findRecipient(ctx: Ctx, user_id: string): Promise<Recipient | undefined> {
  const [recipient] = await ctx.sql<Recipient[]>`
    select email as to, username, locale, time_zone from recipients where id = ${user_id}`;
  return recipient;
}
