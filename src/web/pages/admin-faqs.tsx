import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { changeFaq, listAllFaqs } from '#contracts/faq.ts';
import { attempt, read } from '#web/api.ts';
import { readForm, refused } from '#web/form-data.ts';
import { useKeptResult } from '#web/live/use-kept-result.ts';
import { useWords } from '#web/live/use-words.ts';
import { pageQueryOf } from '#web/page-query.ts';
import { title } from '#web/title.ts';
import { done } from './admin-texts/done.ts';
import { TextList } from './admin-texts/text-list.tsx';

export const handle = title('admin.faq');

export async function loader({ context, url }: LoaderFunctionArgs) {
  return read({ context, url }, listAllFaqs, { query: pageQueryOf(url) });
}

export async function action({ request, context, url }: ActionFunctionArgs) {
  const field = await readForm(request);
  const published = field('intent') === 'publish';
  const outcome = await attempt({ context, url }, changeFaq, { params: { id: field('id') }, body: { published } });
  if (!outcome.ok) return refused(outcome.refusal, {});
  return done('/admin/faq', published ? 'texts.published' : 'texts.taken_back');
}

export default function AdminFaqs() {
  const { t } = useWords();
  const { data, meta } = useLoaderData<typeof loader>();
  const rows = data.map(({ id, question, topic, published }) => ({
    id,
    title: question,
    state: published ? ('published' as const) : ('draft' as const),
    note: topic,
  }));
  const refusal = useKeptResult<typeof action>()?.refusal;
  return <TextList title={t('admin.faq')} path="/admin/faq" rows={rows} pages={meta} refusal={refusal} />;
}
