import { readFileSync } from 'node:fs';
import type { Hono } from 'hono';
import { html, raw } from 'hono/html';
import { micromark } from 'micromark';
import { RUNBOOK_PATH } from '#contracts/oversight/alerts.ts';

const file = new URL('../../../docs/runbook.md', import.meta.url);

/** What to do about each kind of alert, for whoever gets one: the same for every shop, and no secret. */
export function mountRunbook(app: Hono): void {
  let page: ReturnType<typeof pageOf> | undefined;
  app.get(RUNBOOK_PATH, (c) => {
    page ??= pageOf(readFileSync(file, 'utf8'));
    return c.html(page, 200, { 'cache-control': 'public, max-age=3600' });
  });
}

/** A kind's name leads to its part. */
function pageOf(markdown: string) {
  const body = micromark(markdown).replace(/<h2>([a-z_.]+)<\/h2>/g, '<h2 id="$1">$1</h2>');
  const [, title] = /^# (.+)$/m.exec(markdown)!;
  return html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><link rel="stylesheet" href="/api-docs.css">
</head>
<body>
<main>
${raw(body)}
</main>
</body>
</html>`;
}
