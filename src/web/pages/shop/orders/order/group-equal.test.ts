import { expect, test } from 'vitest';
import type { OrderCard } from '#contracts/shop/orders.ts';
import { groupEqual } from './group-equal.ts';

const card = (id: string, programme: string, face_cents: number, expires_on: string | null = null) =>
  ({ id, programme: { id: programme }, face_cents, expires_on }) as OrderCard;

test('equal cards stand together where the first of them does, and no others', () => {
  const cards = [
    card('a', 'oak', 2500),
    card('b', 'elm', 2500),
    card('c', 'oak', 2500),
    card('d', 'oak', 5000),
    card('e', 'oak', 2500, '2030-01-01'),
  ];
  expect(groupEqual(cards).map((group) => group.map(({ id }) => id).join(''))).toEqual(['ac', 'b', 'd', 'e']);
});
