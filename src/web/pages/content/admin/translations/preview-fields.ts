import { previewMarkdown } from '#contracts/content/content.ts';
import { attempt, type Outcome, type Where } from '#web/server/api.ts';

/** Renders Markdown fields of a form on the server: their HTML, by their names. */
export async function previewFields(
  where: Where,
  fields: readonly (readonly [name: string, markdown: string])[],
): Promise<Outcome<Record<string, string>>> {
  const html: Record<string, string> = {};
  for (const [name, content] of fields) {
    if (content === '') continue;
    const shown = await attempt(where, previewMarkdown, { body: { content } });
    if (!shown.ok) return shown;
    html[name] = shown.reply.data.html;
  }
  return { ok: true, reply: html };
}
