import { type ActionFunctionArgs, href, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { getRetention, RETAINED, type RetentionRun, setRetention } from '#contracts/office/retention.ts';
import { message } from '#i18n/message.ts';
import { readForm, refused } from '#web/forms/form-data.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { usePreservedForm } from '#web/forms/use-preserved-form.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { attempt, read } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';
import { withPreserved } from '#web/server/preserve-form.ts';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { type Column, Table } from '#web/ui/data/table.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { OperationsSections } from './operations-sections.tsx';
import { usePeriodColumns } from './retention/period-columns.tsx';
import { useRetentionColumns } from './retention/retention-columns.tsx';

export const handle = title('retention.title');

export async function loader(where: LoaderFunctionArgs) {
  return withPreserved((await read(where, getRetention)).data, where);
}

export async function action({ request, context, url }: ActionFunctionArgs) {
  const field = await readForm(request);
  const values = { name: field('name'), days: field('days').trim() };
  const name = RETAINED.find((one) => one === values.name) ?? 'devices';
  const input = { params: { name }, body: { days: Number(values.days) } };
  const outcome = await attempt({ context, url, preserve: values }, setRetention, input);
  if (!outcome.ok) return refused(outcome.refusal, values);
  const toast = flash({ type: 'success', title: message('retention.changed'), content: '' });
  return redirect(href('/admin/operations/retention'), { headers: { 'set-cookie': toast } });
}

export default function AdminRetention() {
  const { t } = useI18n();
  const { rules, runs, tables } = useLoaderData<typeof loader>();
  const may = useRootData()?.user?.roles.includes('approver') ?? false;
  const result = useActionResult<typeof action>();
  const preserved = usePreservedForm();
  return (
    <>
      <PageHead title={t('retention.title')} lead={t('retention.lead')} />
      <OperationsSections />
      <div className="office">
        <FormErrors refusal={result?.refusal} />
        <Table
          caption={t('retention.title')}
          columns={usePeriodColumns(may, result?.values ?? preserved)}
          rows={rules}
          keyOf={({ name }) => name}
          empty={null}
        />
        <details className="quiet-details">
          <summary>{t('retention.all_tables', { count: tables.length })}</summary>
          <Table
            caption={t('retention.all_tables', { count: tables.length })}
            columns={useRetentionColumns()}
            rows={tables}
            keyOf={({ table }) => table}
            empty={null}
          />
        </details>
        <section className="stack" aria-labelledby="runs">
          <h2 id="runs">{t('retention.runs')}</h2>
          <Table
            caption={t('retention.runs')}
            columns={useRunColumns()}
            rows={runs}
            keyOf={({ name, day }) => `${name} ${day}`}
            empty={<p className="muted">{t('retention.no_runs')}</p>}
          />
        </section>
      </div>
    </>
  );
}

function useRunColumns(): Column<RetentionRun>[] {
  const { t, number } = useI18n();
  return [
    { key: 'name', header: t('retention.what'), priority: 'lead', cell: ({ name }) => t(`retention.of.${name}`) },
    { key: 'day', header: t('reseller.day'), priority: 'side', cell: ({ day }) => <Time at={day} day /> },
    { key: 'deleted', header: t('retention.deleted'), align: 'end', cell: ({ deleted }) => number(deleted) },
    { key: 'before', header: t('retention.before'), cell: ({ before }) => <Time at={before} /> },
    {
      key: 'state',
      header: t('jobs.state'),
      priority: 'low',
      cell: ({ completed_at }) => t(completed_at ? 'retention.complete' : 'retention.goes_on'),
    },
  ];
}
