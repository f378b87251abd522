import { html } from 'hono/html';
import type { Call } from '#contracts/call.ts';

interface Notes {
  locale: string;
  texts: readonly string[];
}

/** The API on one readable page, made from the same contracts as the OpenAPI document. */
export function docsPage(calls: Record<string, Call>, { title, notes }: { title: string; notes: Notes }) {
  const groups = Map.groupBy(Object.entries(calls), ([, call]) => call.path.split('/')[2] ?? 'api');
  return html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><link rel="stylesheet" href="/api-docs.css">
</head>
<body>
<main>
<h1>${title}</h1>
<p>JSON in snake_case under <code>/api</code>, with <code>Authorization: Bearer &lt;token&gt;</code>. Money is
integer cents, coins are integer base units as strings, times are ISO 8601 in UTC. POSTs that move money take
<code>Idempotency-Key</code>. The whole description: <a href="/api/openapi.json">OpenAPI 3.1</a>.</p>
${notes.texts.map((text) => html`<p lang="${notes.locale}">${text}</p>`)}
${[...groups].map(
  ([group, entries]) =>
    html`<section><h2>${group}</h2>${entries.map(
      ([name, call]) => html`<article id="${name}">
<h3><span class="method">${call.method}</span> <code>${call.path}</code></h3>
<p>${call.summary}.</p>
<p class="notes">${guardsNote(call)}${repetitionNote(call)}</p>
</article>`,
    )}</section>`,
)}
</main>
</body>
</html>`;
}

const guardsNote = ({ guards }: Call): string =>
  guards.length > 0 ? `Guards: ${guards.join(', ')}.` : 'Open to everybody.';

function repetitionNote({ idempotent, deduplicate }: Call): string {
  if (!idempotent) return '';
  return deduplicate
    ? ' Takes Idempotency-Key; without it, an equal request within ten seconds gets the first reply.'
    : ' Takes Idempotency-Key.';
}
