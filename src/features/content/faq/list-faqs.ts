import type { Input, Reply } from '#contracts/call.ts';
import type { listFaqs as contract } from '#contracts/content/content.ts';
import { escapeLike } from '#platform/db/escape-like.ts';
import { type Actor, type Ctx, localeOf } from '../../ctx.ts';
import { renderMarkdown } from '../markdown/render-markdown.ts';
import { isOut } from '../shown/is-out.ts';
import { localeRead } from '../shown/locale-read.ts';
import { translated } from '../shown/translated.ts';

type Faq = Reply<typeof contract>['data'][number];

/** Questions and answers by topic; of a search, those whose question, answer or topic hold every word of it. */
export async function listFaqs(
  ctx: Ctx,
  actor: Actor,
  { query }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { sql } = ctx;
  const locale = localeOf(actor);
  const words = (query.q ?? '').split(/\s+/).filter(Boolean);
  const patterns = words.map((word) => `%${escapeLike(word)}%`);
  const data = await sql<Omit<Faq, 'answer_html'>[]>`
    select id, topic, question, answer, locale from (
      select id, position, ${translated(sql, locale, 'topic')} as topic,
        ${translated(sql, locale, 'question')} as question,
        ${translated(sql, locale, 'answer')} as answer, ${localeRead(sql, locale)} as locale
      from faqs where ${isOut(sql, ctx.clock.now())}) f
    where concat_ws(' ', topic, question, answer) ilike all (${patterns})
    order by topic, position, id limit 1000`;
  return { data: data.map((faq) => ({ ...faq, answer_html: renderMarkdown(faq.answer) })) };
}
