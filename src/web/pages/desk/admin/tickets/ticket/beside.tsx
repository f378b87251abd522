import { Form, href } from 'react-router';
import type { DeskTicketDetail, TicketBuyer } from '#contracts/desk/desk.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { useShortcutKeys } from '#web/root-data/use-shortcut-keys.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Facts } from '#web/ui/data/facts.tsx';
import { OrderStatus } from '#web/ui/data/order-rows.tsx';
import { Money } from '#web/ui/display/money.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { RedactLink } from '#web/ui/office/redact-link.tsx';
import { useReferenceName } from '#web/ui/ticket/reference-link.tsx';
import { Due } from '../queue/due.tsx';
import { Assign } from './assign.tsx';
import { BuyerRecords, Related } from './buyer-records.tsx';
import { Manage } from './manage.tsx';
import { PastedCards } from './pasted-cards.tsx';

interface Props {
  ticket: DeskTicketDetail;
  may: boolean;
  /** When the page was made. */
  now: string;
}

/** What support needs to know beside the conversation. */
export function Beside({ ticket, about, may, now }: Props & { about: TicketBuyer }) {
  return (
    <aside className="stack">
      <About ticket={ticket} may={may} now={now} />
      <PastedCards cards={ticket.pasted_cards} />
      {may ? <Manage ticket={ticket} /> : null}
      <Related tickets={about.related} />
      <Orders ticket={ticket} />
      <Payments ticket={ticket} />
      <BuyerRecords about={about} />
    </aside>
  );
}

function About({ ticket, may, now }: Props) {
  const { t } = useI18n();
  const nameOf = useReferenceName();
  const { reference, assignee, proof, rating } = ticket;
  return (
    <section className="panel stack" aria-label={t('desk.ticket', { number: String(ticket.number) })}>
      <Facts
        facts={[
          ...useBuyer(ticket),
          { label: t('desk.category'), value: ticket.category },
          reference && { label: t('desk.about'), value: nameOf(reference) },
          ticket.waiting_since !== null && {
            label: t('desk.waiting_since'),
            value: <Time at={ticket.waiting_since} />,
          },
          ticket.due_at !== null && { label: t('desk.due'), value: <Due at={ticket.due_at} now={now} /> },
          {
            label: t('desk.assignee'),
            value: assignee ? (
              <Link to={href('/admin/users/:id', { id: assignee.id })}>{assignee.username}</Link>
            ) : (
              t('desk.nobody')
            ),
          },
          rating && {
            label: t('desk.rated'),
            value: (
              <>
                {t(rating.good ? 'desk.rated_good' : 'desk.rated_bad')}{' '}
                {rating.comment ? <q className="sentence">{rating.comment}</q> : null}{' '}
                {may && rating.comment ? <RedactLink kind="ticket_rating" id={ticket.id} /> : null}
              </>
            ),
          },
          ...useProof(proof),
        ]}
      />
      {may ? <Buttons ticket={ticket} /> : null}
      {may ? <Assign ticket={ticket} /> : null}
    </section>
  );
}

function useBuyer({ buyer, guest_email }: DeskTicketDetail) {
  const { t } = useI18n();
  if (!buyer) return [{ label: t('desk.buyer'), value: t('desk.guest', { email: guest_email ?? '' }) }];
  return [
    {
      label: t('desk.buyer'),
      value: (
        <Link to={href('/admin/users/:id', { id: buyer.id })}>
          {t('admin.user_tier', { name: buyer.username, tier: buyer.tier })}
        </Link>
      ),
    },
    { label: t('desk.since'), value: <Time at={buyer.created_at} day /> },
    buyer.disabled && { label: t('desk.account'), value: t('desk.account_disabled') },
    !buyer.active && !buyer.disabled && { label: t('desk.account'), value: t('desk.account_inactive') },
    { label: t('desk.open_tickets'), value: buyer.open_tickets },
  ];
}

/** What the shop found out about a guarantee claim; the claim's own page has the rest. */
function useProof(proof: DeskTicketDetail['proof']) {
  const { t } = useI18n();
  const { claim_id, sold_at, revealed_at, guarantee_ends_at } = proof ?? {};
  const moment = (label: string, at: unknown) => typeof at === 'string' && { label, value: <Time at={at} /> };
  return [
    typeof claim_id === 'string' && {
      label: t('claims.one'),
      value: <Link to={href('/admin/claims/:id', { id: claim_id })}>{t('desk.claim_link')}</Link>,
    },
    moment(t('claims.sold'), sold_at),
    moment(t('claims.revealed'), revealed_at),
    moment(t('claims.guarantee_end'), guarantee_ends_at),
  ];
}

function Buttons({ ticket: { status, assignee } }: Pick<Props, 'ticket'>) {
  const { t } = useI18n();
  const keys = useShortcutKeys();
  const mine = assignee?.id === useRootData()?.user?.id;
  return (
    <Form method="post" className="row">
      <Button
        variant="secondary"
        size="small"
        name="intent"
        data-does={mine ? undefined : 'take'}
        value={mine ? 'release' : 'take'}
        aria-keyshortcuts={mine ? undefined : keys.take}
      >
        {t(mine ? 'desk.release' : 'desk.take')}
      </Button>
      {status < 4 ? (
        <Button
          variant="quiet"
          size="small"
          name="intent"
          value="solved"
          data-does="solve"
          aria-keyshortcuts={keys.solve}
        >
          {t('desk.solve')}
        </Button>
      ) : null}
      {status < 5 ? (
        <Button variant="quiet" size="small" name="intent" value="closed">
          {t('desk.close')}
        </Button>
      ) : null}
    </Form>
  );
}

/** An account's page has all of its orders, one after the other. */
function Orders({ ticket: { orders } }: Pick<Props, 'ticket'>) {
  const { t } = useI18n();
  return (
    <section className="panel stack" aria-labelledby="orders-title">
      <h2 id="orders-title">{t('desk.orders')}</h2>
      {orders.length ? (
        <ul className="lines-list">
          {orders.map((order) => (
            <li key={order.id}>
              <div>
                <Link to={href('/admin/orders/:id', { id: order.id })}>
                  {t('order.number', { number: String(order.number) })}
                </Link>
                <p className="muted small">
                  {t('cards.count', { count: order.card_count })}, <Time at={order.created_at} />
                </p>
              </div>
              <span className="order-sum">
                <Money cents={order.total_cents} />
                <OrderStatus status={order.status} />
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <p className="muted">{t('desk.no_orders')}</p>
      )}
    </section>
  );
}

/** What arrived has a page; a payment that nothing arrived for stands among its account's. */
function Payments({ ticket: { payments, buyer } }: Pick<Props, 'ticket'>) {
  const { t } = useI18n();
  return (
    <section className="panel stack" aria-labelledby="payments-title">
      <h2 id="payments-title">{t('desk.payments')}</h2>
      {payments.length ? (
        <ul className="lines-list">
          {payments.map((payment) => (
            <li key={payment.id}>
              <div>
                <Link
                  to={
                    payment.deposit_id
                      ? href('/admin/payments/:id', { id: payment.deposit_id })
                      : `${href('/admin/users/:id', { id: buyer?.id ?? '' })}?tab=payments`
                  }
                >{`#${payment.number} ${payment.coin}`}</Link>
                <p className="muted small">
                  <Time at={payment.created_at} />
                </p>
              </div>
              <span>
                <Money cents={payment.credited_cents} /> / <Money cents={payment.amount_cents} />
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <p className="muted">{t('desk.no_payments')}</p>
      )}
    </section>
  );
}
