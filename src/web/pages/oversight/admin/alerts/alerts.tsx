import { type ActionFunctionArgs, href, Link, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { listAlerts, resolveAlert } from '#contracts/oversight/alerts.ts';
import { message } from '#i18n/message.ts';
import { readForm, refused } from '#web/forms/form-data.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { attempt, read } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { Empty } from '#web/ui/display/empty.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { AlertTable } from './alert-table.tsx';

export const handle = title('alerts.title');

export async function loader({ context, url }: LoaderFunctionArgs) {
  return read({ context, url }, listAlerts, { query: { open: '1' } });
}

/** Closes the selected alerts. One already closed by somebody else is not an error, unless it is the only one. */
export async function action({ request, context, url }: ActionFunctionArgs) {
  const ids = (await readForm(request)).all('ids');
  let count = 0;
  for (const id of ids) {
    const outcome = await attempt({ context, url }, resolveAlert, { params: { id } });
    if (outcome.ok) count++;
    else if (ids.length === 1 || outcome.refusal.status !== 404) return refused(outcome.refusal, {});
  }
  if (!count) return redirect(href('/admin/alerts'));
  const said = flash({ type: 'success', title: message('alerts.closed', { count }), content: '' });
  return redirect(href('/admin/alerts'), { headers: { 'set-cookie': said } });
}

export default function AdminAlerts() {
  const { t } = useI18n();
  const { data } = useLoaderData<typeof loader>();
  const roles = useRootData()?.user?.roles ?? [];
  const mayRead = roles.includes('approver') || roles.includes('auditor');
  return (
    <>
      <PageHead title={t('alerts.title')} lead={t('alerts.lead')} />
      <FormErrors refusal={useActionResult<typeof action>()?.refusal} />
      <div className="stack">
        {mayRead ? (
          <p>
            <Link to={href('/admin/alerts/receivers')}>{t('receivers.title')}</Link>
          </p>
        ) : null}
        <AlertTable alerts={data} empty={<Empty title={t('alerts.none')} />} selectable />
      </div>
    </>
  );
}
