import { accentShades, pageColours, type ShopBranding } from '#contracts/messages/branding.ts';
import { isWordmark } from '#contracts/messages/logo-files.ts';
import { unsubscribe as unsubscribeCall } from '#contracts/messages/notifications.ts';
import { pagePath } from '#contracts/page-path.ts';
import { directionOf } from '#i18n/direction-of.ts';
import { message, type Text } from '#i18n/message.ts';
import { catalogueOf, translate } from '#i18n/translate.ts';
import type { Mail } from '#platform/mail/mailer.ts';
import type { MailContent } from '../../feature.ts';

interface Envelope {
  shop: ShopBranding;
  /** The picture of the shop's logo. */
  logo?: Buffer | undefined;
  public_url: string;
  message_id: string;
  /** The query of the link that ends mails of this kind. */
  unsubscribe?: string | undefined;
}

/** Renders a mail's content as plain text and as equivalent HTML. */
export function composeMail(content: MailContent, { shop, logo, public_url, message_id, unsubscribe }: Envelope): Mail {
  const mail = { ...translatedMail(content, public_url, unsubscribe), shop: logo ? shop : { ...shop, logo: null } };
  return {
    to: content.to,
    subject: mail.subject,
    message_id,
    text: plainText(mail),
    html: html(mail),
    ...(logo && { logo }),
    ...(content.reply_to && { reply_to: content.reply_to }),
    ...(unsubscribe && { unsubscribe_url: linkTo(public_url, unsubscribeCall.path + unsubscribe) }),
  };
}

/** A mail's content, translated for the recipient. */
interface TranslatedMail {
  locale: string;
  subject: string;
  paragraphs: string[];
  code: string | undefined;
  link: Link | undefined;
  /** Where the recipient changes what is mailed, for mails that can be switched off. */
  settings: Link[];
  public_url: string;
}

type BrandedMail = TranslatedMail & { shop: ShopBranding };

function translatedMail(
  { locale, time_zone, subject, paragraphs, button, code, about }: MailContent,
  public_url: string,
  unsubscribe: string | undefined,
): TranslatedMail {
  const translated = (text: Text) => translate(locale ?? undefined, text, time_zone ?? undefined);
  return {
    locale: catalogueOf(locale ?? undefined).locale,
    subject: translated(subject),
    paragraphs: paragraphs.map(translated),
    code,
    link: button && { label: translated(button.label), url: linkTo(public_url, button.path) },
    settings: [
      ...(unsubscribe
        ? [
            {
              label: translated(message('mail.unsubscribe')),
              url: linkTo(public_url, pagePath('/unsubscribe') + unsubscribe),
            },
          ]
        : []),
      ...(about
        ? [{ label: translated(message('mail.settings')), url: linkTo(public_url, pagePath('/user/notifications')) }]
        : []),
    ],
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

function plainText({ locale, paragraphs, code, link, settings, public_url, shop }: BrandedMail): string {
  const footer = translate(locale, message('mail.footer', { shop: shop.name, url: public_url }));
  const parts = [
    ...(shop.mail_header ? [shop.mail_header] : []),
    ...paragraphs,
    ...(code === undefined ? [] : [code]),
    ...(link ? [`${link.label}:\n${link.url}`] : []),
    `-- \n${[footer, ...settings.map(({ label, url }) => `${label}: ${url}`)].join('\n')}`,
  ];
  return `${parts.join('\n\n')}\n`;
}

const styleOf = (light: ReturnType<typeof accentShades>, dark: ReturnType<typeof accentShades>) => `
body {
  margin: 0; padding: 24px 16px; background: #f6f5f0; color: #14201b;
  font: 16px/1.5 -apple-system, "Segoe UI", Roboto, sans-serif;
}
main {
  max-width: 520px; margin: 0 auto; padding: 28px 24px; border-radius: 12px; background: #fffefb;
  overflow-wrap: anywhere;
}
h1 { margin: 0 0 16px; font-size: 22px; line-height: 1.3; }
p { margin: 0 0 16px; }
.lines { white-space: pre-line; }
.code {
  padding: 12px; border: 1px solid #828b85; border-radius: 8px; font: 600 24px/1.3 ui-monospace, monospace;
  letter-spacing: 3px; text-align: center;
}
.button {
  display: inline-block; padding: 12px 20px; border-radius: 8px; background: ${light.accent};
  color: ${light.ink}; font-weight: 600; text-decoration: none;
}
.small { margin: 0; font-size: 14px; color: #46534d; }
.small a { color: ${light.accent}; }
.head { margin-bottom: 16px; }
.logo { margin: 0 0 16px; font-weight: 600; }
.logo img { vertical-align: middle; }
.plate-light, .plate-dark { padding: 6px; border-radius: 6px; }
.plate-dark { background: ${pageColours.dark.surface}; }
.foot { margin-top: 24px; padding-top: 16px; border-top: 1px solid #dedacd; }
@media (prefers-color-scheme: dark) {
  body { background: #0e1412; color: #ecf1ed; }
  main { background: #161e1b; }
  .code { border-color: #6c7a73; }
  .button { background: ${dark.accent}; color: ${dark.ink}; }
  .small { color: #b4c0b9; }
  .small a { color: ${dark.accent}; }
  .foot { border-color: #29332f; }
  .plate-light { background: ${pageColours.light.surface}; }
}`;

function html({ locale, subject, paragraphs, code, link, settings, public_url, shop }: BrandedMail): string {
  const home = `<a href="${escaped(public_url)}">${escaped(public_url)}</a>`;
  const footer = escaped(translate(locale, message('mail.footer', { shop: shop.name, url: '\0' })));
  const parts = [
    ...(shop.logo ? [headOf(shop.name, shop.logo)] : []),
    ...(shop.mail_header ? [`<p class="small head">${escaped(shop.mail_header)}</p>`] : []),
    `<h1>${escaped(subject)}</h1>`,
    ...paragraphs.map((paragraph) => `<p class="lines">${escaped(paragraph)}</p>`),
    ...(code === undefined ? [] : [`<p class="code">${escaped(code)}</p>`]),
    ...(link ? buttonOf(link) : []),
    `<p class="small foot">${footer.replace('\0', home)}</p>`,
    ...settings.map(({ label, url }) => `<p class="small"><a href="${escaped(url)}">${escaped(label)}</a></p>`),
  ];
  return `<!DOCTYPE html>
<html lang="${locale}" dir="${directionOf(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escaped(subject)}</title>
<style>${styleOf(accentShades(shop.accent_light, 'light'), accentShades(shop.accent_dark, 'dark'))}
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

const LOGO_HEIGHT = 32;

/** The logo, which travels with the mail, so that nobody learns when it is read; beside it the name that it doesn't say. */
function headOf(name: string, logo: NonNullable<ShopBranding['logo']>): string {
  const height = Math.min(LOGO_HEIGHT, logo.height);
  const width = Math.round((logo.width * height) / logo.height);
  const says = isWordmark(logo);
  const plate = logo.plate ? ` class="plate-${logo.plate}"` : '';
  const image = `<img src="cid:logo" width="${width}" height="${height}" alt="${says ? escaped(name) : ''}"${plate}>`;
  return `<p class="logo">${image}${says ? '' : ` ${escaped(name)}`}</p>`;
}

/** Shows the URL as text too, for readers who check it before opening it. */
const buttonOf = ({ label, url }: Link): string[] => [
  `<p><a class="button" href="${escaped(url)}">${escaped(label)}</a></p>`,
  `<p class="small">${escaped(url)}</p>`,
];

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string) => text.replace(/[&<>"']/g, (char) => entities[char] ?? '');
