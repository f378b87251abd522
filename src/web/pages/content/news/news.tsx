import { type ActionFunctionArgs, href, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { closeNewsFeed, getNewsFeed, listNews, openNewsFeed } from '#contracts/content/content.ts';
import { message } from '#i18n/message.ts';
import { readForm, refused } from '#web/forms/form-data.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { inLanguage } from '#web/i18n/in-language.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useMarkNewsRead } from '#web/live/use-mark-news-read.ts';
import { attempt, read } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';
import { pageQueryOf } from '#web/server/page-query.ts';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { Empty } from '#web/ui/display/empty.tsx';
import { RichText } from '#web/ui/display/rich-text.tsx';
import { Tag } from '#web/ui/display/tag.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { Pagination } from '#web/ui/navigation/pagination.tsx';
import { FeedPanel } from './news/feed-panel.tsx';

export const handle = title('news.title');

export function meta({ loaderData }: { loaderData: { feed: string | null } | undefined }) {
  if (!loaderData?.feed) return [];
  return [{ tagName: 'link', rel: 'alternate', type: 'application/atom+xml', href: loaderData.feed }];
}

export async function loader({ context, url }: LoaderFunctionArgs) {
  const where = { context, url };
  const [news, feed] = await Promise.all([
    read(where, listNews, { query: pageQueryOf(url) }),
    read(where, getNewsFeed),
  ]);
  return { news: news.data, pages: news.meta, feed: feed.data.url };
}

export async function action({ request, context, url }: ActionFunctionArgs) {
  const field = await readForm(request);
  const opening = field('intent') === 'open';
  const outcome = await attempt({ context, url }, opening ? openNewsFeed : closeNewsFeed);
  if (!outcome.ok) return refused(outcome.refusal, {});
  const title = message(opening ? 'news.feed_opened' : 'news.feed_closed');
  return redirect(href('/news'), { headers: { 'set-cookie': flash({ type: 'success', title, content: '' }) } });
}

export default function News() {
  const { t } = useI18n();
  const { news, pages, feed } = useLoaderData<typeof loader>();
  const result = useActionResult<typeof action>();
  useMarkNewsRead(news.some(({ unread }) => unread));
  return (
    <div className="reading">
      <PageHead title={t('news.title')} />
      <FormErrors refusal={result?.refusal} />
      {news.length ? null : <Empty title={t('news.none')}>{t('news.none_more')}</Empty>}
      {news.map((item) => (
        <article className="news-item stack" key={item.id}>
          <p className="muted small row">
            <Time at={item.published_at} day />
            {item.unread ? <Tag tone="info">{t('news.unread')}</Tag> : null}
          </p>
          <h2 {...inLanguage(item.locale)}>
            <Link to={href('/news/:id', { id: item.id })}>{item.title}</Link>
          </h2>
          <div {...inLanguage(item.locale)}>
            <RichText html={item.content_html} />
          </div>
        </article>
      ))}
      <Pagination meta={pages} />
      <FeedPanel url={feed} />
    </div>
  );
}
