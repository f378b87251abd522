import { href, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { getUser, type UserDetail } from '#contracts/users.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { AlertTable } from '#web/pages/admin/alerts/list/alert-table.tsx';
import { read } from '#web/server/api.ts';
import { Facts } from '#web/ui/data/facts.tsx';
import { Stat, Stats } from '#web/ui/data/stat.tsx';
import { type Column, Table } from '#web/ui/data/table.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';

export const handle = title('review.facts');

export async function loader({ context, url, params }: LoaderFunctionArgs) {
  return read({ context, url }, getUser, { params: { id: params.id ?? '' } });
}

export default function AdminUser() {
  const { t } = useI18n();
  const { username, alerts } = useLoaderData<typeof loader>().data;
  return (
    <>
      <PageHead title={t('review.person', { name: username })}>
        <Link to={href('/admin/alerts')}>{t('alerts.title')}</Link>
      </PageHead>
      <div className="office">
        <Figures />
        <Account />
        <section className="stack" aria-labelledby="alerts">
          <h2 id="alerts">{t('alerts.title')}</h2>
          <AlertTable alerts={alerts} empty={<p className="muted">{t('review.alerts_none')}</p>} />
        </section>
        <Deposits />
        <Orders />
      </div>
    </>
  );
}

function Figures() {
  const { t, money, number } = useI18n();
  const { balance_cents, owed_cents, tier } = useLoaderData<typeof loader>().data;
  return (
    <Stats>
      <Stat label={t('review.balance')} value={money(balance_cents)} />
      <Stat label={t('review.owed')} value={money(owed_cents)} tone={owed_cents ? 'bad' : 'plain'} />
      <Stat label={t('review.tier')} value={number(tier)} />
    </Stats>
  );
}

function Account() {
  const { t } = useI18n();
  const { data } = useLoaderData<typeof loader>();
  const since = (label: string, at: string | null) => (at ? { label, value: <Time at={at} /> } : null);
  return (
    <section className="panel narrow" aria-label={t('review.facts')}>
      <Facts
        facts={[
          since(t('review.since'), data.created_at),
          since(t('review.activated'), data.activated_at) ?? {
            label: t('review.activated'),
            value: t('review.not_yet'),
          },
          since(t('review.blocked'), data.spending_blocked_at),
          since(t('review.disabled'), data.disabled_at),
        ]}
      />
    </section>
  );
}

type Deposit = UserDetail['deposits'][number];

function Deposits() {
  const { t, coins, money } = useI18n();
  const { deposits } = useLoaderData<typeof loader>().data;
  const columns: Column<Deposit>[] = [
    {
      key: 'amount',
      header: t('payment.received'),
      cell: (one) => coins(one.amount_units, one.coin),
      priority: 'lead',
    },
    {
      key: 'credited',
      header: t('payment.credited_column'),
      align: 'end',
      sortable: (one) => one.credited_cents,
      cell: (one) => money(one.credited_cents),
    },
    {
      key: 'since',
      header: t('admin.since'),
      align: 'end',
      sortable: (one) => one.first_seen_at,
      cell: (one) => <Time at={one.first_seen_at} />,
    },
  ];
  return (
    <section className="stack" aria-labelledby="deposits">
      <h2 id="deposits">{t('review.deposits')}</h2>
      <Table
        caption={t('review.deposits')}
        columns={columns}
        rows={deposits}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => href('/admin/payments/:id', { id })}
        sorted={{ key: 'since', descending: true }}
        sortParam="deposits"
        empty={<p className="muted">{t('review.deposits_none')}</p>}
      />
    </section>
  );
}

type Order = UserDetail['orders'][number];

function Orders() {
  const { t, money } = useI18n();
  const { orders } = useLoaderData<typeof loader>().data;
  const columns: Column<Order>[] = [
    {
      key: 'order',
      header: t('review.order_column'),
      cell: ({ number, card_count }) => <b>{t('review.order', { number, count: card_count })}</b>,
      priority: 'lead',
    },
    {
      key: 'total',
      header: t('review.total'),
      align: 'end',
      sortable: ({ total_cents }) => total_cents,
      cell: ({ total_cents }) => money(total_cents),
    },
    {
      key: 'at',
      header: t('review.bought'),
      align: 'end',
      sortable: ({ created_at }) => created_at,
      cell: ({ created_at }) => <Time at={created_at} />,
    },
  ];
  return (
    <section className="stack" aria-labelledby="orders">
      <h2 id="orders">{t('review.orders')}</h2>
      <Table
        caption={t('review.orders')}
        columns={columns}
        rows={orders}
        keyOf={({ id }) => id}
        sorted={{ key: 'at', descending: true }}
        sortParam="orders"
        empty={<p className="muted">{t('review.orders_none')}</p>}
      />
    </section>
  );
}
