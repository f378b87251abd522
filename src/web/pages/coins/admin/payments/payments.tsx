import { href, type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router';
import { holdReasons } from '#contracts/coins/deposits.ts';
import { listHeld } from '#contracts/coins/holds.ts';
import { COINS } from '#contracts/coins.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { inQueue } from '#web/layouts/admin/queue/in-queue.ts';
import { heldQueryOf } from '#web/layouts/admin/queue/list-queries.ts';
import { read } from '#web/server/api.ts';
import { Filters } from '#web/ui/data/filters.tsx';
import { Table } from '#web/ui/data/table.tsx';
import { Alert } from '#web/ui/display/alert.tsx';
import { Empty } from '#web/ui/display/empty.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { Pagination } from '#web/ui/navigation/pagination.tsx';
import { useHeldColumns } from './held-columns.tsx';

export const handle = title('admin.payments');

export async function loader({ context, url }: LoaderFunctionArgs) {
  return read({ context, url }, listHeld, { query: heldQueryOf(url) });
}

export default function AdminPayments() {
  const { t } = useI18n();
  const { meta } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={t('admin.payments')} lead={t('admin.payments_lead')}>
        <Link to={href('/admin/payments/all')}>{t('payments_all.title')}</Link>
      </PageHead>
      <div className="stack">
        <SanctionsList />
        <QueueFilters />
        <Queue />
      </div>
      <Pagination meta={meta} />
    </>
  );
}

function SanctionsList() {
  const { t, number } = useI18n();
  const { sanctions } = useLoaderData<typeof loader>();
  if (!sanctions) return <Alert tone="warn">{t('sanctions.none')}</Alert>;
  return (
    <Alert tone={sanctions.old || sanctions.skipped ? 'warn' : 'info'}>
      <p>
        {t('sanctions.in_force', { entries: number(sanctions.entries) })} <Time at={sanctions.file_at} />
      </p>
      {sanctions.old ? <p>{t('sanctions.old')}</p> : null}
      {sanctions.skipped ? (
        <p>{t('sanctions.skipped', { count: sanctions.skipped, lines: sanctions.skipped_lines.join(', ') })}</p>
      ) : null}
      <p className="small">
        {t('screening.list')} <code>{sanctions.sha256}</code>
      </p>
    </Alert>
  );
}

function QueueFilters() {
  const { t } = useI18n();
  const { reasons } = useLoaderData<typeof loader>();
  return (
    <Filters
      filters={[
        { name: 'q', label: t('admin.payments_q') },
        {
          name: 'reason',
          label: t('admin.hold_reason'),
          any: t('admin.any_reason'),
          options: holdReasons.map((value) => ({
            value,
            label: t(`admin.hold.${value}`),
            count: reasons.find((one) => one.value === value)?.count ?? 0,
          })),
        },
        {
          name: 'coin',
          label: t('payment.coin'),
          any: t('history.all_coins'),
          options: COINS.map((coin) => ({ value: coin, label: coin })),
        },
      ]}
    />
  );
}

function Queue() {
  const { t } = useI18n();
  const [query] = useSearchParams();
  const { data } = useLoaderData<typeof loader>();
  return (
    <Table
      caption={t('admin.payments')}
      columns={useHeldColumns()}
      rows={data}
      keyOf={({ id }) => id}
      hrefOf={({ id }) => inQueue('payments', href('/admin/payments/:id', { id }), query)}
      empty={<NothingHeld />}
    />
  );
}

/** Shown if there are no payments, or none that match the filters. */
function NothingHeld() {
  const { t } = useI18n();
  const [query] = useSearchParams();
  const filtered = ['q', 'reason', 'coin'].some((name) => query.get(name));
  if (!filtered)
    return (
      <Empty picture="payments" title={t('admin.payments_none')}>
        {t('admin.payments_none_more')}
      </Empty>
    );
  return (
    <Empty
      picture="payments"
      title={t('list.nothing')}
      action={<Link to={href('/admin/payments')}>{t('list.show_all')}</Link>}
    />
  );
}
