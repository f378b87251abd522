import { href, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { getNews } from '#contracts/content/content.ts';
import { inLanguage } from '#web/i18n/in-language.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { read } from '#web/server/api.ts';
import { RichText } from '#web/ui/display/rich-text.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';

export const handle = title('news.item', ({ item }: Awaited<ReturnType<typeof loader>>) => ({ title: item.title }));

export async function loader({ context, url, params }: LoaderFunctionArgs) {
  return { item: (await read({ context, url }, getNews, { params: { id: params.id ?? '' } })).data };
}

export default function NewsItem() {
  const { t } = useI18n();
  const { item } = useLoaderData<typeof loader>();
  return (
    <article className="reading stack">
      <div className="stack" {...inLanguage(item.locale)}>
        <PageHead title={item.title} lead={<Time at={item.published_at} day />} />
        <RichText html={item.content_html} top={2} />
      </div>
      <p>
        <Link to={href('/news')}>{t('news.all')}</Link>
      </p>
    </article>
  );
}
