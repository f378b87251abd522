import type { BrandPage } from '#contracts/shop/brands.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import { renderMarkdown } from '../../../content/markdown/render-markdown.ts';
import { isOut } from '../../../content/shown/is-out.ts';
import { translated } from '../../../content/shown/translated.ts';
import type { Ctx } from '../../../ctx.ts';
import type { OfferedBrand } from '../offered/offered-brands.ts';
import { SHOWN_DAYS } from './note-prices.ts';

const MAX_FAQS = 20;

type History = Pick<BrandPage, 'last_sold_at' | 'added_at' | 'price_history' | 'faqs'>;

/** What a brand's page says beside its offers; questions are those whose topic is the brand's name. */
export async function readHistory(
  { sql, clock }: Ctx,
  { brand, programmes }: OfferedBrand,
  locale: string,
): Promise<History> {
  const ids = programmes.map(({ id }) => id);
  const since = new Date(clock.now().getTime() - SHOWN_DAYS * DAY_MS).toISOString().slice(0, 10);
  const [[moments], price_history, faqs] = await Promise.all([
    sql<[{ last_sold_at: string | null; added_at: string | null }]>`
      select max(last_sold_at) as last_sold_at, max(added_at) as added_at from programme_moments
      where programme_id = any(${ids})`,
    sql<History['price_history']>`
      select day, programme_id, face_cents, price_cents from price_days
      where programme_id = any(${ids}) and day > ${since} order by day, programme_id, face_cents`,
    sql<Omit<History['faqs'][number], 'answer_html'>[]>`
      select ${translated(sql, locale, 'question')} as question, ${translated(sql, locale, 'answer')} as answer
      from faqs
      where ${isOut(sql, clock.now())} and lower(topic) = lower(${brand.name}) order by position, id limit ${MAX_FAQS}`,
  ]);
  return {
    ...moments,
    price_history,
    faqs: faqs.map((faq) => ({ ...faq, answer_html: renderMarkdown(faq.answer) })),
  };
}
