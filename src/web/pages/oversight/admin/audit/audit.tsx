import { type ActionFunctionArgs, href, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { type AuditEntry, listAuditEntries, listVerifications } from '#contracts/oversight/audit.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { read } from '#web/server/api.ts';
import { pageLink } from '#web/server/page-link.ts';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { ExportForm } from '#web/ui/data/export-form.tsx';
import { Filters } from '#web/ui/data/filters.tsx';
import { type Column, Table } from '#web/ui/data/table.tsx';
import { Empty } from '#web/ui/display/empty.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { Pager } from '#web/ui/navigation/pagination.tsx';
import { actionName } from './action-name.ts';
import { auditQueryOf, cursorOf } from './audit-query.ts';
import { RecordLink } from './record-link.tsx';
import { startCheck } from './start-check.ts';
import { Verification } from './verification.tsx';

export const handle = title('audit.title');

export async function loader({ context, url }: LoaderFunctionArgs) {
  const where = { context, url };
  const query = { ...auditQueryOf(url.searchParams), ...cursorOf(url.searchParams) };
  const [log, checks] = await Promise.all([
    read(where, listAuditEntries, { query }),
    read(where, listVerifications, { query: { kind: 'audit' } }),
  ]);
  return {
    entries: log.data,
    actions: log.meta.actions,
    checks: checks.data,
    prev: pageLink(log.links.prev, url),
    next: pageLink(log.links.next, url),
  };
}

export const action = (where: ActionFunctionArgs) => startCheck(where, 'audit');

export default function Audit() {
  const { t } = useI18n();
  const { entries, checks, prev, next } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={t('audit.title')} lead={t('audit.lead')}>
        <ExportForm to={href('/admin/audit/csv')} label={t('audit.export')} />
      </PageHead>
      <FormErrors refusal={useActionResult<typeof action>()?.refusal} />
      <div className="stack">
        <Verification kind="audit" runs={checks} />
        <LogFilters />
        <Table
          caption={t('audit.title')}
          columns={useColumns()}
          rows={entries}
          keyOf={({ id }) => String(id)}
          hrefOf={({ id }) => href('/admin/audit/:id', { id: String(id) })}
          empty={
            <Empty title={t('list.nothing')} action={<Link to={href('/admin/audit')}>{t('list.show_all')}</Link>} />
          }
        />
        <Pager prev={prev} next={next} />
      </div>
    </>
  );
}

function LogFilters() {
  const { t } = useI18n();
  const { actions } = useLoaderData<typeof loader>();
  const options = actions.map((action) => ({ value: action, label: actionName(t, action) }));
  return (
    <Filters
      filters={[
        { name: 'who', label: t('audit.who') },
        {
          name: 'action',
          label: t('audit.what'),
          any: t('audit.any_action'),
          options: options.toSorted((a, b) => a.label.localeCompare(b.label)),
        },
        { name: 'about', label: t('audit.about') },
        { name: 'from', label: t('history.from'), type: 'date' },
        { name: 'to', label: t('history.to'), type: 'date' },
      ]}
      keep={[]}
    />
  );
}

function useColumns(): Column<AuditEntry>[] {
  const { t } = useI18n();
  return [
    {
      key: 'action',
      header: t('audit.what'),
      priority: 'lead',
      cell: ({ action }) => <b>{actionName(t, action)}</b>,
    },
    {
      key: 'actor',
      header: t('audit.who'),
      cell: ({ actor }) =>
        actor ? (
          <Link to={href('/admin/users/:id', { id: actor.id })}>{actor.username}</Link>
        ) : (
          <span className="muted">{t('audit.shop')}</span>
        ),
    },
    {
      key: 'about',
      header: t('audit.about_column'),
      cell: ({ record, subject }) =>
        record ? <RecordLink record={record} /> : subject ? <code>{subject.slice(0, 40)}</code> : null,
    },
    { key: 'at', header: t('audit.when'), align: 'end', cell: ({ at }) => <Time at={at} /> },
  ];
}
