import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { listAlerts, resolveAlert } from '#contracts/alerts.ts';
import { readForm, refused } from '#web/forms/form-data.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { attempt, read } from '#web/server/api.ts';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { Empty } from '#web/ui/display/empty.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { AlertList } from './list/alert-list.tsx';

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
  const { t } = useI18n();
  const { data } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={t('alerts.title')} lead={t('alerts.lead')} />
      <FormErrors refusal={useActionResult<typeof action>()?.refusal} />
      {data.length ? <AlertList alerts={data} /> : <Empty title={t('alerts.none')} />}
    </>
  );
}
