import type { Text } from '#i18n/message.ts';
import type { Ctx } from '../ctx.ts';

/** What a mail says. It is written in the recipient's language, as plain text and as HTML alike (compose-mail.ts). */
export interface MailContent {
  /** One address. */
  to: string;
  /** The recipient's saved language; null or an unknown one: English. */
  locale: string | null;
  /** For the moments that the mail names; UTC unless said. */
  time_zone?: string | null;
  subject: Text;
  paragraphs: Text[];
  /** Leads to a page of the shop: `path` begins with a slash, the host is always PUBLIC_URL. */
  button?: { label: Text; path: string };
  /** A short code to type. It and the button's link are the only secrets that a mail may hold. */
  code?: string;
}

/** Writes a mail from the ids that its job carries; undefined where there is nothing left to say. */
export type MailTemplate = (ctx: Ctx, ids: Record<string, string>) => Promise<MailContent | undefined>;
