import { Form, type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router';
import { holdReasons } from '#contracts/deposits.ts';
import { listHeld } from '#contracts/holds.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { read } from '#web/server/api.ts';
import { pageQueryOf, searchOf } from '#web/server/page-query.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Field, Select } from '#web/ui/controls/field.tsx';
import { Alert } from '#web/ui/display/alert.tsx';
import { Empty } from '#web/ui/display/empty.tsx';
import { Tag } from '#web/ui/display/tag.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { Pagination } from '#web/ui/navigation/pagination.tsx';
import '#web/styles/billing.css';

export const handle = title('admin.payments');

const coins = ['BTC', 'ETH', 'LTC'] as const;

export async function loader({ context, url }: LoaderFunctionArgs) {
  const q = searchOf(url.searchParams);
  const coin = coins.find((one) => one === url.searchParams.get('coin'));
  const reason = holdReasons.find((one) => one === url.searchParams.get('reason'));
  const query = { ...(q && { q }), ...(coin && { coin }), ...(reason && { reason }), ...pageQueryOf(url) };
  return read({ context, url }, listHeld, { query });
}

export default function AdminPayments() {
  const { t } = useI18n();
  const { data, meta } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={t('admin.payments')} lead={t('admin.payments_lead')} />
      <div className="spaced">
        <SanctionsList />
      </div>
      <Filters />
      {data.length ? <Queue /> : <Empty title={t('admin.payments_none')}>{t('admin.payments_none_more')}</Empty>}
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

function Filters() {
  const { t, number } = useI18n();
  const { reasons } = useLoaderData<typeof loader>();
  const [query] = useSearchParams();
  return (
    <Form className="search" role="search" key={query.toString()}>
      <Field name="q" label={t('admin.payments_q')} type="search" defaultValue={query.get('q') ?? ''} />
      <Select name="reason" label={t('admin.hold_reason')} defaultValue={query.get('reason') ?? ''}>
        <option value="">{t('admin.any_reason')}</option>
        {reasons.map(({ value, count }) => (
          <option key={value} value={value}>
            {t(`admin.hold.${value as (typeof holdReasons)[number]}`)} ({number(count)})
          </option>
        ))}
      </Select>
      <Select name="coin" label={t('payment.coin')} defaultValue={query.get('coin') ?? ''}>
        <option value="">{t('history.all_coins')}</option>
        {coins.map((coin) => (
          <option key={coin}>{coin}</option>
        ))}
      </Select>
      <Button variant="secondary">{t('list.search')}</Button>
    </Form>
  );
}

function Queue() {
  const { t, coins: coinsOf, money } = useI18n();
  const { data } = useLoaderData<typeof loader>();
  return (
    <table className="table panel">
      <thead>
        <tr>
          <th>{t('admin.since')}</th>
          <th>{t('admin.user')}</th>
          <th>{t('admin.hold_reason')}</th>
          <th className="number">{t('admin.held')}</th>
          <th className="number">{t('payment.credited_column')}</th>
        </tr>
      </thead>
      <tbody>
        {data.map((one) => (
          <tr key={one.id}>
            <td data-label={t('admin.since')}>
              <Link to={`/admin/payments/${one.id}`}>
                <Time at={one.first_seen_at} />
              </Link>
            </td>
            <td data-label={t('admin.user')}>
              {t('admin.user_tier', { name: one.user.username, tier: one.user.tier })}
            </td>
            <td data-label={t('admin.hold_reason')}>
              {one.hold_reason ? (
                <Tag tone={one.hold_reason === 'review' ? 'bad' : 'plain'}>{t(`admin.hold.${one.hold_reason}`)}</Tag>
              ) : null}
            </td>
            <td data-label={t('admin.held')} className="number">
              {coinsOf(one.held_units, one.coin)}
              {one.held_cents === null ? null : ` (${money(one.held_cents)})`}
            </td>
            <td data-label={t('payment.credited_column')} className="number">
              {money(one.credited_cents)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
