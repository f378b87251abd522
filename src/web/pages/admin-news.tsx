import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { changeNews, listAllNews } from '#contracts/news.ts';
import { attempt, read } from '#web/api.ts';
import { readForm, refused } from '#web/form-data.ts';
import { useKeptResult } from '#web/live/use-kept-result.ts';
import { useWords } from '#web/live/use-words.ts';
import { pageQueryOf } from '#web/page-query.ts';
import { title } from '#web/title.ts';
import { Time } from '#web/ui/time.tsx';
import { done } from './admin-texts/done.ts';
import { TextList } from './admin-texts/text-list.tsx';

export const handle = title('admin.news');

export async function loader({ context, url }: LoaderFunctionArgs) {
  return read({ context, url }, listAllNews, { query: pageQueryOf(url) });
}

export async function action({ request, context, url }: ActionFunctionArgs) {
  const field = await readForm(request);
  const publishing = field('intent') === 'publish';
  const outcome = await attempt({ context, url }, changeNews, {
    params: { id: field('id') },
    body: { published_at: publishing ? 'now' : null },
  });
  if (!outcome.ok) return refused(outcome.refusal, {});
  return done('/admin/news', publishing ? 'texts.published' : 'texts.taken_back');
}

export default function AdminNews() {
  const { t } = useWords();
  const { data, meta } = useLoaderData<typeof loader>();
  const rows = data.map(({ id, title: heading, state, published_at, updated_at }) => ({
    id,
    title: heading,
    state,
    note: <Time at={published_at ?? updated_at} />,
  }));
  const refusal = useKeptResult<typeof action>()?.refusal;
  return <TextList title={t('admin.news')} path="/admin/news" rows={rows} pages={meta} refusal={refusal} />;
}
