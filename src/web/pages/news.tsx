import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { listNews } from '#contracts/news.ts';
import { read } from '#web/api.ts';
import { useWords } from '#web/live/use-words.ts';
import { pageQueryOf } from '#web/page-query.ts';
import { title } from '#web/title.ts';
import { Empty } from '#web/ui/empty.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import { Time } from '#web/ui/time.tsx';

export const handle = title('news.title');

export async function loader({ context, url }: LoaderFunctionArgs) {
  return read({ context, url }, listNews, { query: pageQueryOf(url) });
}

export default function News() {
  const { t } = useWords();
  const { data: news, meta } = useLoaderData<typeof loader>();
  return (
    <div className="reading">
      <PageHead title={t('news.title')} />
      {news.length ? null : <Empty title={t('news.none')}>{t('news.none_more')}</Empty>}
      {news.map((item) => (
        <article className="news-item stack" key={item.id} id={item.id}>
          <p className="muted small">
            <Time at={item.published_at} day />
          </p>
          <h2>{item.title}</h2>
          <p className="lines">{item.content}</p>
        </article>
      ))}
      <Pagination meta={meta} />
    </div>
  );
}
