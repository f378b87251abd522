import type { OrderCard } from '#contracts/shop/orders.ts';

/** The cards of an order in their order, with equal ones together: of one programme, value and last day. */
export const groupEqual = (cards: readonly OrderCard[]): OrderCard[][] => [
  ...Map.groupBy(
    cards,
    ({ programme, face_cents, expires_on }) => `${programme.id} ${face_cents} ${expires_on}`,
  ).values(),
];
