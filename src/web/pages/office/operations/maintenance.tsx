import { type ActionFunctionArgs, href, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { endMaintenance, getMaintenance, startMaintenance } from '#contracts/office/operations.ts';
import { MINUTE_MS } from '#contracts/time-units.ts';
import { message } from '#i18n/message.ts';
import { readForm, refused } from '#web/forms/form-data.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { attempt, read } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';
import { pageContext } from '#web/server/page-context.ts';
import { withPreserved } from '#web/server/preserve-form.ts';
import { Facts } from '#web/ui/data/facts.tsx';
import { Alert } from '#web/ui/display/alert.tsx';
import { Tag } from '#web/ui/display/tag.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { MaintenanceForm } from './maintenance/maintenance-form.tsx';
import { typedMaintenance } from './maintenance/typed-maintenance.ts';
import { OperationsSections } from './operations-sections.tsx';

export const handle = title('operations.maintenance');

export async function loader(where: LoaderFunctionArgs) {
  const { data } = await read(where, getMaintenance);
  const { now } = where.context.get(pageContext);
  const minutes_left = minutesUntil(data.closed ? data.last?.ends_at : null, now);
  return withPreserved({ state: data, minutes_left }, where);
}

const minutesUntil = (at: string | null | undefined, now: Date) =>
  at ? Math.max(1, Math.ceil((Date.parse(at) - now.getTime()) / MINUTE_MS)) : null;

export async function action({ request, context, url }: ActionFunctionArgs) {
  const field = await readForm(request);
  const { values, body } = typedMaintenance(field);
  const where = { context, url, preserve: values };
  const opens = field('intent') === 'open';
  const outcome = opens
    ? await attempt(where, endMaintenance, {}, [403])
    : await attempt(where, startMaintenance, { body }, [403]);
  if (!outcome.ok) return refused(outcome.refusal, values);
  const said = message(opens ? 'maintenance.opened' : 'maintenance.closed');
  const toast = flash({ type: 'success', title: said, content: '' });
  return redirect(href('/admin/operations'), { headers: { 'set-cookie': toast } });
}

export default function AdminMaintenance() {
  const { t } = useI18n();
  const { state, minutes_left } = useLoaderData<typeof loader>();
  const may = useRootData()?.user?.roles.includes('approver') ?? false;
  return (
    <>
      <PageHead title={t('operations.maintenance')} lead={t('maintenance.lead')} />
      <OperationsSections />
      <div className="reading stack">
        {state.forced ? <Alert tone="warn">{t('maintenance.forced')}</Alert> : null}
        <State />
        {may ? (
          <MaintenanceForm state={state} minutesLeft={minutes_left} />
        ) : (
          <Alert tone="info">{t('maintenance.duty')}</Alert>
        )}
      </div>
    </>
  );
}

/** How it is, or how it last was. */
function State() {
  const { t } = useI18n();
  const { state } = useLoaderData<typeof loader>();
  const { closed, last } = state;
  const person = last?.started_by;
  return (
    <section className="panel stack" aria-label={t('maintenance.state')}>
      <p>
        <Tag tone={closed || state.forced ? 'warn' : 'good'}>
          {t(closed || state.forced ? 'maintenance.is_closed' : 'maintenance.is_open_now')}
        </Tag>
      </p>
      {last ? (
        <Facts
          facts={[
            { label: t('maintenance.since'), value: <Time at={last.started_at} /> },
            closed && {
              label: t('maintenance.until'),
              value: last.ends_at ? <Time at={last.ends_at} /> : t('maintenance.until_opened'),
            },
            last.ended_at !== null && { label: t('maintenance.ended'), value: <Time at={last.ended_at} /> },
            {
              label: t('maintenance.by'),
              value: person ? (
                <Link to={href('/admin/users/:id', { id: person.id })}>{person.username}</Link>
              ) : (
                t('maintenance.by_command')
              ),
            },
          ]}
        />
      ) : null}
    </section>
  );
}
