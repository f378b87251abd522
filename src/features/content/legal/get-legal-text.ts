import type { Input, Reply } from '#contracts/call.ts';
import type { getLegalText as contract } from '#contracts/content/content.ts';
import { message } from '#i18n/message.ts';
import { catalogueOf, translate } from '#i18n/translate.ts';
import { type Ctx, localeOf, type Visitor } from '../../ctx.ts';
import { renderMarkdown } from '../markdown/render-markdown.ts';

/** What the shop brings along, until its operator publishes texts. */
const defaults = {
  terms: message('legal.default_terms'),
  privacy: message('legal.default_privacy'),
  imprint: message('legal.default_imprint'),
  accessibility: message('legal.default_accessibility'),
};

/** The text in force for the reader's language, for everybody. */
export async function getLegalText(
  ctx: Ctx,
  caller: Visitor,
  { params: { kind } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { sql } = ctx;
  const locale = localeOf(caller);
  const now = ctx.clock.now();
  const [[text], [reader]] = await Promise.all([
    sql<{ id: string; locale: string; content: string; published_at: string }[]>`
      select id, locale, content, published_at from legal_text_in_force(${kind}, ${locale}, ${now})`,
    sql<
      { pending: boolean }[]
    >`select terms_pending(u, ${now}) as pending from users u where id = ${caller.user?.id ?? null}`,
  ]);
  const pending = kind === 'terms' && text !== undefined && reader?.pending === true;
  const content = text?.content ?? translate(locale, defaults[kind]);
  const published_at = text?.published_at ?? null;
  return {
    data: {
      id: text?.id ?? null,
      kind,
      locale: text?.locale ?? catalogueOf(locale).locale,
      content_html: renderMarkdown(content),
      published_at,
      pending,
    },
  };
}
