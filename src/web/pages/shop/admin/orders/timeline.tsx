import { href } from 'react-router';
import type { OrderEvent } from '#contracts/shop/orders.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { SectionLink } from '#web/layouts/admin/section-link.tsx';
import { Time } from '#web/ui/display/time.tsx';
import '#web/styles/office/timeline.css';

/** What happened to an order, first to last, and who did it. */
export function Timeline({ events, buyer_id }: { events: readonly OrderEvent[]; buyer_id: string }) {
  const { t } = useI18n();
  return (
    <section className="panel stack" aria-labelledby="timeline">
      <h2 id="timeline">{t('placed.timeline')}</h2>
      <ol className="timeline">
        {events.map((event) => (
          <li key={event.id}>
            <span>
              {t(`placed.event.${event.event}`)} <Subject event={event} />
            </span>
            <small>
              <Time at={event.at} /> · <Who event={event} buyer_id={buyer_id} />
            </small>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Subject({ event: { programme, claim, ticket } }: { event: OrderEvent }) {
  return (
    <>
      {programme ? <b>{programme}</b> : null}{' '}
      {claim ? <SectionLink to={href('/admin/claims/:id', { id: claim.id })}>{`#${claim.number}`}</SectionLink> : null}
      {ticket ? (
        <SectionLink to={href('/admin/tickets/:id', { id: ticket.id })}>{`#${ticket.number}`}</SectionLink>
      ) : null}
    </>
  );
}

function Who({ event: { who, event }, buyer_id }: { event: OrderEvent; buyer_id: string }) {
  const { t } = useI18n();
  if (!who) return t(event === 'gift_opened' ? 'placed.by_recipient' : 'placed.by_itself');
  return t(who.id === buyer_id ? 'placed.by_buyer' : 'placed.by', { name: who.username });
}
