import { convert } from 'html-to-text';
import PostalMime from 'postal-mime';
import { stripQuote } from './strip-quote.ts';

/** What is taken of a mail. */
export interface ParsedMail {
  /** What its sender wrote, without what they quote. */
  text: string;
  /** A file, an invitation or another mail; the pictures of a signature aren't counted. */
  has_attachments: boolean;
}

/** Of nested elements, and of those beside each other: more than a person's mail has. */
const HTML_LIMITS = { maxDepth: 100, maxChildNodes: 10_000, maxInputLength: 256 * 1024, ellipsis: '' };

/** Parses a stranger's mail. Runs in a thread of its own, where it may fail or take for ever. */
export async function parseMail(raw: Uint8Array): Promise<ParsedMail> {
  const mail = await PostalMime.parse(raw, { forceRfc822Attachments: true, maxNestingDepth: 20 });
  return {
    // Longer than any reply may be, so that the contract refuses it.
    text: stripQuote(mail.text ?? readHtml(mail.html ?? '')).slice(0, 20_000),
    has_attachments: mail.attachments.some(({ related, disposition }) => !related || disposition === 'attachment'),
  };
}

function readHtml(html: string): string {
  const selectors = [
    { selector: 'img', format: 'skip' },
    { selector: 'a', options: { ignoreHref: true } },
  ];
  return convert(html, { wordwrap: false, limits: HTML_LIMITS, selectors });
}
