import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { changeNews, listAllNews } from '#contracts/content/news.ts';
import { readForm, refused } from '#web/forms/form-data.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { attempt, read } from '#web/server/api.ts';
import { pageQueryOf } from '#web/server/page-query.ts';
import { Time } from '#web/ui/display/time.tsx';
import { done } from './editor/done.ts';
import { TextList } from './editor/text-list.tsx';

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
  const { t } = useI18n();
  const { data, meta } = useLoaderData<typeof loader>();
  const rows = data.map(({ id, title: heading, state, published_at, updated_at }) => ({
    id,
    title: heading,
    state,
    note: <Time at={published_at ?? updated_at} />,
  }));
  const refusal = useActionResult<typeof action>()?.refusal;
  return <TextList title={t('admin.news')} path="/admin/news" rows={rows} pages={meta} refusal={refusal} />;
}
