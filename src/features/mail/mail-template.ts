import type { Text } from '#i18n/message.ts';
import type { Ctx } from '../ctx.ts';
import type { About } from '../notifications/settings/is-wanted.ts';

/** A mail's content, rendered in the recipient's language as plain text and HTML (compose-mail.ts). */
export interface MailContent {
  to: string;
  /** The recipient's saved language; English if null or unknown. */
  locale: string | null;
  /** The time zone for times in the mail; UTC by default. */
  time_zone?: string | null;
  subject: Text;
  paragraphs: Text[];
  /** Links to a page of the shop: `path` starts with a slash, the host is always PUBLIC_URL. */
  button?: { label: Text; path: string };
  /** Where replies go, if the shop takes any. */
  reply_to?: string;
  /** What the recipient may switch off; without it, the mail is always sent. */
  about?: About;
  /** Runs once the mail was handed over or is given up, to forget what only it needed. */
  settled?(): Promise<void>;
  /** A short code to enter. This and the button's link are the only secrets a mail may contain. */
  code?: string;
}

/** Builds a mail from the ids in its job; undefined if there is nothing left to send. */
export type MailTemplate = (ctx: Ctx, ids: Record<string, string>) => Promise<MailContent | undefined>;
