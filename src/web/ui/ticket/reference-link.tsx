import { href } from 'react-router';
import type { TicketReference } from '#contracts/desk/support.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Link } from '#web/ui/navigation/link.tsx';

/** In words what a ticket is about. */
export function useReferenceName(): (reference: TicketReference) => string {
  const { t, money, day } = useI18n();
  return ({ order, card, payment, preorder }) => {
    const number = String(order?.number ?? '');
    if (card)
      return t('ticket.about_card', { card: `${card.programme} ${money(card.face_cents, card.currency)}`, number });
    if (order) return t('order.number', { number });
    if (payment) return t('ticket.about_payment', { coin: payment.coin, day: day(payment.created_at) });
    if (!preorder) return t('ticket.about_gone');
    const { programme, face_cents, currency, quantity } = preorder;
    return t('ticket.about_preorder', { card: `${programme} ${money(face_cents, currency)}`, quantity });
  };
}

/** A link to it, where its buyer has a page of it. */
export function ReferenceLink({ reference }: { reference: TicketReference }) {
  const name = useReferenceName()(reference);
  const { order, payment, preorder } = reference;
  if (order) return <Link to={href('/orders/:id', { id: order.id })}>{name}</Link>;
  if (payment) return <Link to={href('/billing/:id', { id: reference.id })}>{name}</Link>;
  if (preorder) return <Link to={href('/preorder')}>{name}</Link>;
  return name;
}
