import type { OrderCard } from '#contracts/shop/orders.ts';
import type { Tone } from '#web/ui/display/tag.tsx';

/** How the states of a card in an order are coloured. */
export const lineTones: Record<OrderCard['state'], Tone> = {
  delivered: 'info',
  revealed: 'good',
  returned: 'plain',
  refunded: 'plain',
};
