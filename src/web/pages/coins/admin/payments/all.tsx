import { href, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { COINS } from '#contracts/coins.ts';
import { type ListedPayment, listAllPayments, PAYMENT_LIST_STATES } from '#contracts/office/books.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { SectionLink } from '#web/layouts/admin/section-link.tsx';
import { paymentTones } from '#web/pages/coins/billing/payments/payment-tones.ts';
import { cursorOf } from '#web/pages/oversight/admin/audit/audit-query.ts';
import { read } from '#web/server/api.ts';
import { pageLink } from '#web/server/page-link.ts';
import { ExportForm } from '#web/ui/data/export-form.tsx';
import { Filters } from '#web/ui/data/filters.tsx';
import { type Column, Table } from '#web/ui/data/table.tsx';
import { Empty } from '#web/ui/display/empty.tsx';
import { Tag } from '#web/ui/display/tag.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { Pager } from '#web/ui/navigation/pagination.tsx';
import { paymentQueryOf } from './payment-query.ts';

export const handle = title('payments_all.title');

export async function loader({ context, url }: LoaderFunctionArgs) {
  const query = { ...paymentQueryOf(url.searchParams), ...cursorOf(url.searchParams) };
  const { data, links } = await read({ context, url }, listAllPayments, { query });
  return { payments: data, prev: pageLink(links.prev, url), next: pageLink(links.next, url) };
}

export default function AllPayments() {
  const { t } = useI18n();
  const { payments, prev, next } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={t('payments_all.title')} lead={t('payments_all.lead')}>
        <SectionLink to={href('/admin/payments')}>{t('admin.payments')}</SectionLink>
        <ExportForm to={href('/admin/payments/all/csv')} label={t('payments_all.export')} />
      </PageHead>
      <div className="stack">
        <Filters
          filters={[
            { name: 'who', label: t('placed.who') },
            {
              name: 'coin',
              label: t('payments_all.coin'),
              any: t('users.any'),
              options: COINS.map((value) => ({ value, label: value })),
            },
            {
              name: 'state',
              label: t('claims.state'),
              any: t('users.any'),
              options: PAYMENT_LIST_STATES.map((value) => ({ value, label: t(`payments_all.state.${value}`) })),
            },
            { name: 'from', label: t('history.from'), type: 'date' },
            { name: 'to', label: t('history.to'), type: 'date' },
          ]}
          keep={[]}
        />
        <Table
          caption={t('payments_all.title')}
          columns={useColumns()}
          rows={payments}
          keyOf={({ key }) => key}
          empty={
            <Empty
              picture="payments"
              title={t('list.nothing')}
              action={<Link to={href('/admin/payments/all')}>{t('list.show_all')}</Link>}
            />
          }
        />
        <Pager prev={prev} next={next} />
      </div>
    </>
  );
}

function useColumns(): Column<ListedPayment>[] {
  const { t, money } = useI18n();
  return [
    {
      key: 'number',
      header: t('payments_all.payment'),
      priority: 'lead',
      cell: ({ number, coin, deposit_id }) => {
        const name = <b>{number === null ? t('payments_all.without') : `#${number} ${coin ?? ''}`}</b>;
        return deposit_id ? (
          <SectionLink to={href('/admin/payments/:id', { id: deposit_id })}>{name}</SectionLink>
        ) : (
          name
        );
      },
    },
    {
      key: 'state',
      header: t('claims.state'),
      priority: 'side',
      cell: ({ state }) => <Tag tone={paymentTones[state]}>{t(`payments_all.state.${state}`)}</Tag>,
    },
    {
      key: 'buyer',
      header: t('claims.buyer'),
      cell: ({ user }) =>
        user && <SectionLink to={href('/admin/users/:id', { id: user.id })}>{user.username}</SectionLink>,
    },
    {
      key: 'orders',
      header: t('orders.title'),
      priority: 'low',
      cell: ({ user }) =>
        user ? (
          <Link
            to={`${href('/admin/orders')}?${new URLSearchParams({ who: user.username })}`}
            aria-label={`${t('payments_all.orders')}: ${user.username}`}
          >
            {t('payments_all.orders')}
          </Link>
        ) : null,
    },
    {
      key: 'asked',
      header: t('payments_all.asked'),
      align: 'end',
      priority: 'low',
      cell: ({ asked_cents }) => (asked_cents === null ? null : money(asked_cents)),
    },
    {
      key: 'credited',
      header: t('payment.credited_column'),
      align: 'end',
      cell: ({ credited_cents }) => (credited_cents ? money(credited_cents) : null),
    },
    { key: 'at', header: t('payments_all.at'), align: 'end', cell: ({ at }) => <Time at={at} /> },
  ];
}
