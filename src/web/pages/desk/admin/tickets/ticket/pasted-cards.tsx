import { href } from 'react-router';
import type { DeskTicketDetail } from '#contracts/desk/desk.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Facts } from '#web/ui/data/facts.tsx';
import { Link } from '#web/ui/navigation/link.tsx';

type Card = DeskTicketDetail['pasted_cards'][number];

/** Which cards the codes were of that are hidden in the conversation; never the codes. */
export function PastedCards({ cards }: { cards: readonly Card[] }) {
  const { t } = useI18n();
  if (cards.length === 0) return null;
  return (
    <section className="panel stack" aria-labelledby="pasted-title">
      <h2 id="pasted-title">{t('desk.pasted')}</h2>
      <Facts facts={cards.map((card) => ({ label: `[card ${card.ref}]`, value: <CardOf card={card} /> }))} />
    </section>
  );
}

function CardOf({ card: { order_id, order_number, place, own } }: { card: Card }) {
  const { t } = useI18n();
  if (order_id === null) return t('desk.pasted_unsold');
  const card = t('desk.pasted_card', { place: String(place), number: String(order_number) });
  return <Link to={href('/admin/orders/:id', { id: order_id })}>{own ? card : t('desk.pasted_other', { card })}</Link>;
}
