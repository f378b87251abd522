import type { Input, Reply } from '#contracts/call.ts';
import type { suggestFaqs as contract } from '#contracts/content/content.ts';
import { type Actor, type Ctx, localeOf } from '../../ctx.ts';
import { renderMarkdown } from '../markdown/render-markdown.ts';
import { isOut } from '../shown/is-out.ts';
import { localeRead } from '../shown/locale-read.ts';
import { translated } from '../shown/translated.ts';

type Faq = Reply<typeof contract>['data'][number];

/** More is a list, and not a hint. */
const SHOWN = 3;

/** PostgreSQL's rules for the words of a language; others have their words as they are. */
const RULES: Readonly<Record<string, string>> = { en: 'english', de: 'german', es: 'spanish' };

/**
 * The questions that share most with a text that somebody is writing, in the reader's language: a word of the question or
 * topic counts three times one of the answer, and a word that few questions have more than one that many have. One that
 * only an answer has is not enough. The text is stored nowhere.
 */
export async function suggestFaqs(
  ctx: Ctx,
  actor: Actor,
  { body: { text } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { sql } = ctx;
  const locale = localeOf(actor);
  const rules = RULES[locale.split('-')[0] ?? ''] ?? 'simple';
  const data = await sql<Omit<Faq, 'answer_html'>[]>`
    with asked as (
      select lexeme from unnest(to_tsvector(${rules}::text::regconfig, ${text}))),
    shown as materialized (
      select id, position, ${translated(sql, locale, 'topic')} as topic,
        ${translated(sql, locale, 'question')} as question,
        ${translated(sql, locale, 'answer')} as answer, ${localeRead(sql, locale)} as locale
      from faqs where ${isOut(sql, ctx.clock.now())} limit 1000),
    common as (
      select s.id, w.lexeme, 'A' = any(w.weights) as asks
      from shown s cross join unnest(
        setweight(to_tsvector(${rules}::text::regconfig, concat_ws(' ', s.topic, s.question)), 'A')
        || to_tsvector(${rules}::text::regconfig, s.answer)) w
      join asked using (lexeme)),
    worth as (
      select lexeme, ln(1 + (select count(*) from shown)::float8 / count(*)) as much from common group by lexeme),
    scored as (
      select id, sum(much * case when asks then 3 else 1 end) as score
      from common join worth using (lexeme) group by id having bool_or(asks) or count(*) > 1)
    select id, topic, question, answer, locale from shown join scored using (id)
    order by score desc, position, id limit ${SHOWN}`;
  return { data: data.map((faq) => ({ ...faq, answer_html: renderMarkdown(faq.answer) })) };
}
