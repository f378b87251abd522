import { href, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { listPayments, type Payment, paymentOptions, paymentStatuses } from '#contracts/coins/payments.ts';
import { COINS } from '#contracts/coins.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { read } from '#web/server/api.ts';
import { pageContext } from '#web/server/page-context.ts';
import { pageQueryOf, searchOf } from '#web/server/page-query.ts';
import { Button, ButtonLink } from '#web/ui/controls/button.tsx';
import { Select } from '#web/ui/controls/field.tsx';
import { Filters } from '#web/ui/data/filters.tsx';
import { Empty } from '#web/ui/display/empty.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { Pagination } from '#web/ui/navigation/pagination.tsx';
import { PaymentRows, paymentRow } from './payments/payment-rows.tsx';
import '#web/styles/billing.css';

export const handle = title('history.title');

export async function loader({ context, url }: LoaderFunctionArgs) {
  const where = { context, url };
  const { searchParams } = url;
  const filters = {
    q: searchOf(searchParams) || undefined,
    coin: COINS.find((one) => one === searchParams.get('coin')),
    status: paymentStatuses.find((one) => one === searchParams.get('status')),
    from: dayOf(searchParams.get('from')),
    to: dayOf(searchParams.get('to')),
  };
  const set = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined));
  const [{ data, meta }, options] = await Promise.all([
    read(where, listPayments, { query: { ...set, ...pageQueryOf(url) } }),
    read(where, paymentOptions),
  ]);
  const { coins: by_coin, statuses } = options.data;
  const year = context.get(pageContext).now.getUTCFullYear();
  return {
    payments: data.map(paymentRow),
    meta,
    coins: by_coin,
    statuses,
    filtered: Object.keys(set).length > 0,
    years: [year, year - 1, year - 2],
  };
}

/** A valid calendar date; anything else is not used as a filter. */
function dayOf(text: string | null): string | undefined {
  if (!text || !/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(Date.parse(text))) return;
  return new Date(text).toISOString().startsWith(text) ? text : undefined;
}

export default function BillingHistory() {
  const { t } = useI18n();
  const { payments, meta, filtered } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={t('history.title')}>
        <Link to={href('/billing/statements')}>{t('statements.title')}</Link>
        <ButtonLink to={href('/billing')}>{t('billing.title')}</ButtonLink>
      </PageHead>
      <HistorySearch />
      {payments.length ? (
        <PaymentRows payments={payments} />
      ) : filtered ? (
        <Empty
          picture="payments"
          title={t('list.nothing')}
          action={
            <ButtonLink to={href('/billing/history')} variant="secondary">
              {t('list.show_all')}
            </ButtonLink>
          }
        >
          {t('history.none_fits')}
        </Empty>
      ) : (
        <Empty
          picture="payments"
          title={t('history.none')}
          action={<ButtonLink to={href('/billing')}>{t('billing.title')}</ButtonLink>}
        >
          {t('history.none_more')}
        </Empty>
      )}
      <Pagination meta={meta} />
      <YearExport />
    </>
  );
}

function HistorySearch() {
  const { t } = useI18n();
  const { coins: by_coin, statuses } = useLoaderData<typeof loader>();
  const states = statuses.map((one) => ({ ...one, label: t(`payment.status.${one.value as Payment['status']}`) }));
  return (
    <Filters
      filters={[
        { name: 'q', label: t('history.q') },
        {
          name: 'coin',
          label: t('payment.coin'),
          any: t('history.all_coins'),
          options: by_coin.map((one) => ({ ...one, label: one.value })),
        },
        { name: 'status', label: t('payment.status'), any: t('history.any_status'), options: states },
        { name: 'from', label: t('history.from'), type: 'date' },
        { name: 'to', label: t('history.to'), type: 'date' },
      ]}
      keep={[]}
    />
  );
}

/** A file is not a page: the browser downloads it directly. */
function YearExport() {
  const { t } = useI18n();
  const { years } = useLoaderData<typeof loader>();
  return (
    <section className="stack export" aria-labelledby="year-title">
      <h2 id="year-title">{t('history.year_title')}</h2>
      <p className="muted">{t('history.year_more')}</p>
      <form className="search" action={href('/billing/history/csv')}>
        <Select name="year" label={t('history.year')}>
          {years.map((year) => (
            <option key={year}>{year}</option>
          ))}
        </Select>
        <Button variant="secondary">{t('history.csv')}</Button>
      </form>
    </section>
  );
}
