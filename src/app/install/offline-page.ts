import { html } from 'hono/html';
import { message } from '#i18n/message.ts';
import { translate } from '#i18n/translate.ts';

/** The page of an installed app without a connection. It is about nobody, so that devices may keep it. */
export function offlinePage(
  locale: string,
  { name, files }: { name: string; files: { styles: string; mark: string } },
) {
  const [title, text, retry] = [
    translate(locale, message('offline.title')),
    translate(locale, message('offline.text')),
    translate(locale, message('connection.retry')),
  ];
  return html`<!DOCTYPE html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<title>${title} · ${name}</title>
<link rel="stylesheet" href="${files.styles}">
</head>
<body>
<main class="simple error-view" id="main">
<img class="mark" src="${files.mark}" height="28" alt="">
<h1>${title}</h1>
<p>${text}</p>
<p><a class="button" data-variant="primary" data-size="medium" href="">${retry}</a></p>
</main>
</body>
</html>
`;
}
