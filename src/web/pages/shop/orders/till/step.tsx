import { Form, href } from 'react-router';
import type { Neighbour } from '#contracts/shop/wallet.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Consented } from '#web/pages/shop/orders/order/consent-boxes.tsx';
import { Button, ButtonLink } from '#web/ui/controls/button.tsx';

/** Goes to the card before or after this one, whose code appears at once where it was shown before. */
export function Step({ place, way }: { place: Neighbour | null; way: 'previous' | 'next' }) {
  const { t, face } = useI18n();
  if (!place) return null;
  const to = href('/orders/:id/till/:card_id', { id: place.order_id, card_id: place.card_id });
  const label = t(`till.${way}_label`, { name: place.name, value: face(place.face_cents, place.currency) });
  if (!place.revealed)
    return (
      <ButtonLink to={to} variant="secondary" size="small" aria-label={label} data-way={way}>
        {t(`till.${way}`)}
      </ButtonLink>
    );
  return (
    <Form method="post" action={to}>
      <Consented />
      <Button variant="secondary" size="small" aria-label={label} data-way={way}>
        {t(`till.${way}`)}
      </Button>
    </Form>
  );
}
