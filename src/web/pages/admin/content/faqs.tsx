import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { changeFaq, listAllFaqs } from '#contracts/content/faq.ts';
import { readForm, refused } from '#web/forms/form-data.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { attempt, read } from '#web/server/api.ts';
import { pageQueryOf } from '#web/server/page-query.ts';
import { done } from './editor/done.ts';
import { TextList } from './editor/text-list.tsx';

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
  const { t } = useI18n();
  const { data, meta } = useLoaderData<typeof loader>();
  const rows = data.map(({ id, question, topic, published }) => ({
    id,
    title: question,
    state: published ? ('published' as const) : ('draft' as const),
    note: topic,
  }));
  const refusal = useActionResult<typeof action>()?.refusal;
  return <TextList title={t('admin.faq')} path="/admin/faq" rows={rows} pages={meta} refusal={refusal} />;
}
