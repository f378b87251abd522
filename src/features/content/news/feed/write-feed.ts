import { Feed } from 'feed';
import { pagePath } from '#contracts/page-path.ts';
import { DEFAULT_LOCALE } from '#i18n/default-locale.ts';
import { message } from '#i18n/message.ts';
import { translate } from '#i18n/translate.ts';
import type { Ctx } from '../../../ctx.ts';
import { renderMarkdown } from '../../markdown/render-markdown.ts';
import { isOut } from '../../shown/is-out.ts';
import { translated } from '../../shown/translated.ts';
import { feedIdOf, feedUrl } from './feed-address.ts';

const ITEMS = 50;

interface Row {
  id: string;
  title: string;
  content: string;
  published_at: string;
  changed_at: string;
}

/** The Atom document at a private address, or undefined where the address is not, or no longer, a user's. */
export async function writeFeed(ctx: Ctx, token: string): Promise<string | undefined> {
  const id = feedIdOf(ctx, token);
  if (!id) return undefined;
  const [reader] = await ctx.sql<{ locale: string | null; created_at: string }[]>`
    select u.locale, f.created_at from news_feeds f join users u on u.id = f.user_id
    where f.id = ${id} and u.disabled_at is null and u.erased_at is null`;
  if (!reader) return undefined;
  const locale = reader.locale ?? DEFAULT_LOCALE;
  const rows = await ctx.sql<Row[]>`
    select id, ${translated(ctx.sql, locale, 'title')} as title, ${translated(ctx.sql, locale, 'content')} as content,
      published_at, greatest(published_at, updated_at) as changed_at
    from news where ${isOut(ctx.sql, ctx.clock.now())} order by published_at desc, id desc limit ${ITEMS}`;
  const { name: shop } = await ctx.branding.read();
  const page = ctx.config.public_url + pagePath('/news');
  const feed = new Feed({
    id: page,
    title: translate(locale, message('news.feed_title', { shop })),
    link: page,
    feed: feedUrl(ctx, id),
    updated: new Date(latest(rows) ?? reader.created_at),
    author: { name: shop },
    generator: false,
  });
  for (const row of rows) {
    feed.addItem({
      id: `urn:uuid:${row.id}`,
      // The library says of titles that they are HTML.
      title: row.title.replace(/[&<>]/g, (char) => entities[char] ?? ''),
      link: ctx.config.public_url + pagePath('/news/:id', { id: row.id }),
      date: new Date(row.changed_at),
      published: new Date(row.published_at),
      content: absolute(renderMarkdown(row.content), page),
    });
  }
  return feed.atom1().replace(notXml, '');
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
// Characters that XML can't hold.
const notXml = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

const latest = (rows: Row[]) => rows.reduce<string | undefined>((at, row) => max(at, row.changed_at), undefined);
const max = (a: string | undefined, b: string) => (a === undefined || b > a ? b : a);

/** Links made absolute: in a feed reader there is no page that they could start from. */
function absolute(html: string, page: string): string {
  return html.replace(/(<a href=")([^"]*)"/g, (_tag, start: string, href: string) => {
    const url = URL.parse(href.replaceAll('&amp;', '&'), page)?.href ?? page;
    return `${start}${url.replace(/[&<>]/g, (char) => entities[char] ?? '').replaceAll('"', '%22')}"`;
  });
}
