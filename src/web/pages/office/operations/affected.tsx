import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { listAffected } from '#contracts/office/retention.ts';
import { readForm, refused } from '#web/forms/form-data.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { attempt } from '#web/server/api.ts';
import { pageContext } from '#web/server/page-context.ts';
import { withPreserved } from '#web/server/preserve-form.ts';
import { Alert } from '#web/ui/display/alert.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { OperationsSections } from './operations-sections.tsx';
import { AffectedForm } from './retention/affected-form.tsx';
import { AffectedList } from './retention/affected-list.tsx';
import { typedIncident } from './retention/typed-incident.ts';

export const handle = title('affected.title');

export function loader(where: LoaderFunctionArgs) {
  return withPreserved({ today: where.context.get(pageContext).now.toISOString().slice(0, 10) }, where);
}

/** By a form: addresses of people don't stand behind a link. */
export async function action({ request, context, url }: ActionFunctionArgs) {
  const { values, body } = typedIncident(await readForm(request));
  const outcome = await attempt({ context, url, preserve: values }, listAffected, { body }, [403]);
  if (!outcome.ok) return refused(outcome.refusal, values);
  return { found: outcome.reply, values, refusal: undefined };
}

export default function AdminAffected() {
  const { t } = useI18n();
  const { today } = useLoaderData<typeof loader>();
  const may = useRootData()?.user?.roles.includes('approver') ?? false;
  const result = useActionResult<typeof action>();
  const found = result && 'found' in result ? result : undefined;
  return (
    <>
      <PageHead title={t('affected.title')} lead={t('affected.lead')} />
      <OperationsSections />
      <div className="stack">
        {may ? <AffectedForm result={result} today={today} /> : <Alert tone="info">{t('affected.duty')}</Alert>}
        {found ? <AffectedList {...found.found} values={found.values} /> : null}
      </div>
    </>
  );
}
