import type { ReactNode } from 'react';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { getUser } from '#contracts/users.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { AlertList } from '#web/pages/admin/alerts/list/alert-list.tsx';
import { read } from '#web/server/api.ts';
import { Time } from '#web/ui/display/time.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import '#web/styles/billing.css';

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
        <Link to="/admin/alerts">{t('alerts.title')}</Link>
      </PageHead>
      <div className="stack">
        <Facts />
        <Part id="alerts" name={t('alerts.title')} none={alerts.length ? null : t('review.alerts_none')}>
          <AlertList alerts={alerts} />
        </Part>
        <Deposits />
        <Orders />
      </div>
    </>
  );
}

interface PartProps {
  id: string;
  name: string;
  /** Said instead when there is nothing to show. */
  none: string | null;
  children: ReactNode;
}

function Part({ id, name, none, children }: PartProps) {
  return (
    <section className="stack" aria-labelledby={id}>
      <h2 id={id}>{name}</h2>
      {none === null ? children : <p className="muted">{none}</p>}
    </section>
  );
}

function Facts() {
  const { t, money } = useI18n();
  const { data } = useLoaderData<typeof loader>();
  const facts: [string, ReactNode][] = [
    [t('review.tier'), data.tier],
    [t('review.since'), <Time key="since" at={data.created_at} />],
    [t('review.activated'), data.activated_at ? <Time key="activated" at={data.activated_at} /> : t('review.not_yet')],
    [t('review.balance'), money(data.balance_cents)],
    [t('review.owed'), money(data.owed_cents)],
  ];
  if (data.spending_blocked_at) facts.push([t('review.blocked'), <Time key="blocked" at={data.spending_blocked_at} />]);
  if (data.disabled_at) facts.push([t('review.disabled'), <Time key="disabled" at={data.disabled_at} />]);
  return (
    <section className="panel narrow" aria-label={t('review.facts')}>
      <dl className="facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Deposits() {
  const { t, coins, money } = useI18n();
  const { deposits } = useLoaderData<typeof loader>().data;
  return (
    <Part id="deposits" name={t('review.deposits')} none={deposits.length ? null : t('review.deposits_none')}>
      <ul className="lines-list panel">
        {deposits.map((one) => (
          <li key={one.id}>
            <p>
              <Link to={`/admin/payments/${one.id}`}>{coins(one.amount_units, one.coin)}</Link>,{' '}
              {t('payment.credited_column')}: {money(one.credited_cents)}
            </p>
            <Time at={one.first_seen_at} />
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Orders() {
  const { t, money } = useI18n();
  const { orders } = useLoaderData<typeof loader>().data;
  return (
    <Part id="orders" name={t('review.orders')} none={orders.length ? null : t('review.orders_none')}>
      <ul className="lines-list panel">
        {orders.map((one) => (
          <li key={one.id}>
            <p>
              {t('review.order', { number: one.number, count: one.card_count })}: {money(one.total_cents)}
            </p>
            <Time at={one.created_at} />
          </li>
        ))}
      </ul>
    </Part>
  );
}
