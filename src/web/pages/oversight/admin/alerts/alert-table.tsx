import type { ReactNode } from 'react';
import { Form, href, useNavigation } from 'react-router';
import type { Alert } from '#contracts/oversight/alerts.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { SectionLink, useOpens } from '#web/layouts/admin/section-link.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { type Column, Table } from '#web/ui/data/table.tsx';
import { Tag } from '#web/ui/display/tag.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { Ago } from '#web/ui/office/ago.tsx';

interface Props {
  alerts: readonly Alert[];
  empty: ReactNode;
  /** Whether alerts can be closed in bulk. */
  selectable?: boolean;
  /** The start of a longer list, whose own page sorts and closes them. */
  brief?: boolean;
}

/** Alerts with the people and items they concern; an open one can be closed by posting its id. */
export function AlertTable({ alerts, empty, selectable, brief }: Props) {
  const { t } = useI18n();
  const busy = useNavigation().state === 'submitting';
  const columns = useColumns();
  const opens = useOpens();
  const selection = {
    nameOf: ({ sentence }: Alert) => sentence,
    actions: <Button busy={busy}>{t('alerts.done')}</Button>,
  };
  return (
    <Table
      caption={t('alerts.title')}
      columns={brief ? columns.filter(({ key }) => key !== 'end').map(unsorted) : columns}
      rows={alerts}
      keyOf={({ id }) => id}
      hrefOf={(alert) => [pageOf(alert)].find((to) => to && opens(to))}
      selection={selectable ? selection : undefined}
      sortParam="alerts"
      empty={empty}
    />
  );
}

const unsorted = ({ sortable: _sortable, ...column }: Column<Alert>): Column<Alert> => column;

/** The item the alert concerns, or else the person. */
const pageOf = ({ link, people: [first] }: Alert) => link ?? (first && href('/admin/users/:id', { id: first.id }));

function useColumns(): Column<Alert>[] {
  const { t, number } = useI18n();
  return [
    {
      key: 'what',
      header: t('alerts.what'),
      priority: 'lead',
      cell: ({ sentence, kind, severity }) => (
        <>
          {severity === 'critical' ? (
            <>
              <Tag tone="bad">{t('alerts.critical')}</Tag>{' '}
            </>
          ) : null}
          <span className="sentence">{sentence}</span>{' '}
          <small>
            <code>{kind}</code>
          </small>
        </>
      ),
    },
    {
      key: 'runbook',
      header: t('alerts.runbook'),
      cell: ({ kind, runbook }) => (
        <a href={runbook}>
          {t('alerts.runbook_open')}
          <span className="visually-hidden">: {kind}</span>
        </a>
      ),
    },
    {
      key: 'people',
      header: t('alerts.people'),
      cell: (alert) => (alert.people.length ? <People alert={alert} /> : null),
    },
    {
      key: 'times',
      header: t('alerts.count'),
      align: 'end',
      priority: 'low',
      sortable: ({ times }) => times,
      cell: ({ times }) => number(times),
    },
    {
      key: 'raised',
      header: t('alerts.raised'),
      sortable: ({ raised_at }) => raised_at,
      cell: ({ raised_at }) => <Ago at={raised_at} />,
    },
    {
      key: 'end',
      header: t('alerts.action'),
      align: 'end',
      cell: (alert) => (alert.resolved_at ? <Ended alert={alert} /> : <Close alert={alert} />),
    },
  ];
}

function People({ alert }: { alert: Alert }) {
  return alert.people.map(({ id, username }, index) => (
    <span key={id}>
      {index > 0 ? ', ' : null}
      {pageOf(alert) === href('/admin/users/:id', { id }) ? (
        username
      ) : (
        <SectionLink to={href('/admin/users/:id', { id })}>{username}</SectionLink>
      )}
    </span>
  ));
}

function Ended({ alert: { resolved_by, resolved_at } }: { alert: Alert }) {
  const { t } = useI18n();
  return (
    <span className="small muted">
      {resolved_by ? t('review.done', { name: resolved_by }) : t('review.ended')}{' '}
      {resolved_at ? <Time at={resolved_at} /> : null}
    </span>
  );
}

function Close({ alert: { id, sentence } }: { alert: Alert }) {
  const { t } = useI18n();
  const busy = useNavigation().state === 'submitting';
  return (
    <Form method="post" action={href('/admin/alerts')}>
      <input type="hidden" name="ids" value={id} />
      <Button variant="secondary" size="small" busy={busy} aria-label={`${t('alerts.done')}: ${sentence}`}>
        {t('alerts.done')}
      </Button>
    </Form>
  );
}
