import type { Input, Reply } from '#contracts/call.ts';
import type { getLegalVersion as contract } from '#contracts/content/content.ts';
import { message } from '#i18n/message.ts';
import { AppError } from '#platform/http/errors.ts';
import type { Ctx, Visitor } from '../../ctx.ts';
import { renderMarkdown } from '../markdown/render-markdown.ts';

/** A version that was published once, in force or not: whoever agreed to it can read it for good. */
export async function getLegalVersion(
  { sql, clock }: Ctx,
  _caller: Visitor,
  { params: { kind, id } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const now = clock.now();
  const [text] = await sql<{ locale: string; content: string; published_at: string; in_force: boolean }[]>`
    select t.locale, t.content, t.published_at,
      t.id = (select id from legal_text_in_force(t.kind, t.locale, ${now})) as in_force
    from legal_texts t where t.id = ${id} and t.kind = ${kind} and t.published_at <= ${now}`;
  if (!text) throw new AppError('not_found', message('content.missing'));
  const { content, ...version } = text;
  return { data: { ...version, id, kind, content_html: renderMarkdown(content), pending: false } };
}
