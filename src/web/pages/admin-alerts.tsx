import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { listAlerts, resolveAlert } from '#contracts/alerts.ts';
import { attempt, read } from '#web/api.ts';
import { readForm, refused } from '#web/form-data.ts';
import { useKeptResult } from '#web/live/use-kept-result.ts';
import { useWords } from '#web/live/use-words.ts';
import { title } from '#web/title.ts';
import { Empty } from '#web/ui/empty.tsx';
import { FormErrors } from '#web/ui/form-errors.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { AlertList } from './admin-review/alert-list.tsx';

export const handle = title('alerts.title');

export async function loader({ context, url }: LoaderFunctionArgs) {
  return read({ context, url }, listAlerts, { query: { open: '1' } });
}

export async function action({ request, context, url }: ActionFunctionArgs) {
  const field = await readForm(request);
  const outcome = await attempt({ context, url }, resolveAlert, { params: { id: field('id') } });
  return outcome.ok ? redirect('/admin/alerts') : refused(outcome.refusal, {});
}

export default function AdminAlerts() {
  const { t } = useWords();
  const { data } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={t('alerts.title')} lead={t('alerts.lead')} />
      <FormErrors refusal={useKeptResult<typeof action>()?.refusal} />
      {data.length ? <AlertList alerts={data} /> : <Empty title={t('alerts.none')} />}
    </>
  );
}
