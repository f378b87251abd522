import { message, type Text } from '#i18n/message.ts';
import { catalogueOf, translate } from '#i18n/translate.ts';
import type { Mail } from '#platform/mail/mailer.ts';
import type { MailContent } from './mail-template.ts';

interface Envelope {
  public_url: string;
  message_id: string;
}

/** Renders a mail's content as plain text and as equivalent HTML. */
export function composeMail(content: MailContent, { public_url, message_id }: Envelope): Mail {
  const mail = translatedMail(content, public_url);
  return { to: content.to, subject: mail.subject, message_id, text: plainText(mail), html: html(mail) };
}

/** A mail's content, translated for the recipient. */
interface TranslatedMail {
  locale: string;
  subject: string;
  paragraphs: string[];
  code: string | undefined;
  link: Link | undefined;
  public_url: string;
}

function translatedMail(
  { locale, time_zone, subject, paragraphs, button, code }: MailContent,
  public_url: string,
): TranslatedMail {
  const translated = (text: Text) => translate(locale ?? undefined, text, time_zone ?? undefined);
  return {
    locale: catalogueOf(locale ?? undefined).locale,
    subject: translated(subject),
    paragraphs: paragraphs.map(translated),
    code,
    link: button && { label: translated(button.label), url: linkTo(public_url, button.path) },
    public_url,
  };
}

interface Link {
  label: string;
  url: string;
}

/** Joined as strings, so that no path can lead to another host. */
function linkTo(public_url: string, path: string): string {
  if (!/^\/(?![/\\])/.test(path)) throw new Error('A mail links to a path of the shop, which begins with one slash.');
  return public_url + path;
}

function plainText({ locale, paragraphs, code, link, public_url }: TranslatedMail): string {
  const parts = [
    ...paragraphs,
    ...(code === undefined ? [] : [code]),
    ...(link ? [`${link.label}:\n${link.url}`] : []),
    `-- \n${translate(locale, message('mail.footer', { url: public_url }))}`,
  ];
  return `${parts.join('\n\n')}\n`;
}

const STYLE = `
body { margin: 0; padding: 24px 16px; background: #f6f5f0; color: #14201b; font: 16px/1.5 -apple-system, "Segoe UI", Roboto, sans-serif; }
main { max-width: 520px; margin: 0 auto; padding: 28px 24px; border-radius: 12px; background: #fffefb; overflow-wrap: anywhere; }
h1 { margin: 0 0 16px; font-size: 22px; line-height: 1.3; }
p { margin: 0 0 16px; }
.lines { white-space: pre-line; }
.code { padding: 12px; border: 1px solid #828b85; border-radius: 8px; font: 600 24px/1.3 ui-monospace, monospace; letter-spacing: 3px; text-align: center; }
.button { display: inline-block; padding: 12px 20px; border-radius: 8px; background: #0b5d4b; color: #ffffff; font-weight: 600; text-decoration: none; }
.small { margin: 0; font-size: 14px; color: #46534d; }
.small a { color: #0b5d4b; }
.foot { margin-top: 24px; padding-top: 16px; border-top: 1px solid #dedacd; }
@media (prefers-color-scheme: dark) {
  body { background: #0e1412; color: #ecf1ed; }
  main { background: #161e1b; }
  .code { border-color: #6c7a73; }
  .button { background: #74d1b2; color: #05221a; }
  .small { color: #b4c0b9; }
  .small a { color: #74d1b2; }
  .foot { border-color: #29332f; }
}`;

function html({ locale, subject, paragraphs, code, link, public_url }: TranslatedMail): string {
  const home = `<a href="${escaped(public_url)}">${escaped(public_url)}</a>`;
  const parts = [
    `<h1>${escaped(subject)}</h1>`,
    ...paragraphs.map((paragraph) => `<p class="lines">${escaped(paragraph)}</p>`),
    ...(code === undefined ? [] : [`<p class="code">${escaped(code)}</p>`]),
    ...(link ? buttonOf(link) : []),
    `<p class="small foot">${escaped(translate(locale, message('mail.footer', { url: '\0' }))).replace('\0', home)}</p>`,
  ];
  return `<!DOCTYPE html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(subject)}</title>
<style>${STYLE}
</style>
</head>
<body>
<main>
${parts.join('\n')}
</main>
</body>
</html>
`;
}

/** Shows the URL as text too, for readers who check it before opening it. */
const buttonOf = ({ label, url }: Link): string[] => [
  `<p><a class="button" href="${escaped(url)}">${escaped(label)}</a></p>`,
  `<p class="small">${escaped(url)}</p>`,
];

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string) => text.replace(/[&<>"']/g, (char) => entities[char] ?? '');
