import type { ReactNode } from 'react';
import { href } from 'react-router';
import type { TicketBuyer } from '#contracts/desk/desk.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Alert } from '#web/ui/display/alert.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { TicketStatus } from '#web/ui/ticket/ticket-status.tsx';

interface ListProps<Row> {
  id: string;
  title: string;
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  children: (row: Row) => ReactNode;
}

/** A list that is absent when there is nothing in it. */
function List<Row>({ id, title, rows, keyOf, children }: ListProps<Row>) {
  if (!rows.length) return null;
  return (
    <section className="panel stack" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{title}</h2>
      <ul className="lines-list">
        {rows.map((row) => (
          <li key={keyOf(row)}>{children(row)}</li>
        ))}
      </ul>
    </section>
  );
}

export function Related({ tickets }: { tickets: TicketBuyer['related'] }) {
  const { t } = useI18n();
  return (
    <List id="related" title={t('desk.related')} rows={tickets} keyOf={({ id }) => id}>
      {({ id, number, subject, status, created_at, same_reference }) => (
        <>
          <div>
            <Link to={href('/admin/tickets/:id', { id })}>{`#${number} ${subject}`}</Link>
            <p className="muted small">
              <Time at={created_at} /> {same_reference ? t('desk.same_reference') : null}
            </p>
          </div>
          <TicketStatus status={status} desk />
        </>
      )}
    </List>
  );
}

/** Claims, payments on hold, sessions, and when codes were shown: never the codes. */
export function BuyerRecords({ about }: { about: TicketBuyer }) {
  const { t, money } = useI18n();
  return (
    <>
      {about.spending_blocked_at ? (
        <Alert tone="warn">
          {t('desk.spending_blocked')} <Time at={about.spending_blocked_at} />
        </Alert>
      ) : null}
      <List id="claims" title={t('desk.claims')} rows={about.claims} keyOf={({ id }) => id}>
        {({ id, number, made_at }) => (
          <>
            <Link to={href('/admin/claims/:id', { id })}>{`#${number}`}</Link>
            <Time at={made_at} />
          </>
        )}
      </List>
      <List id="holds" title={t('desk.holds')} rows={about.holds} keyOf={({ id }) => id}>
        {({ id, coin, first_seen_at }) => (
          <>
            <Link to={href('/admin/payments/:id', { id })}>{coin}</Link>
            <Time at={first_seen_at} />
          </>
        )}
      </List>
      <List
        id="reveals"
        title={t('desk.reveals')}
        rows={about.reveals}
        keyOf={({ order_id, at }) => `${order_id} ${at}`}
      >
        {({ order_id, number, programme, face_cents, currency, at }) => (
          <>
            <div>
              {`${programme} ${money(face_cents, currency)}`}
              <p className="muted small">
                <Link to={href('/admin/orders/:id', { id: order_id })}>
                  {t('order.number', { number: String(number) })}
                </Link>
              </p>
            </div>
            <Time at={at} />
          </>
        )}
      </List>
      <List id="sessions" title={t('desk.sessions')} rows={about.sessions} keyOf={({ id }) => id}>
        {({ browser, system, created_at, last_used_at }) => (
          <>
            <div>
              {[browser, system].filter(Boolean).join(', ') || t('device.unknown')}
              <p className="muted small">
                {t('desk.signed_in')} <Time at={created_at} />
              </p>
            </div>
            <Time at={last_used_at} />
          </>
        )}
      </List>
    </>
  );
}
