import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Movement, unspentTopUps } from './unspent-top-ups.ts';

const paid = (deposit_id: string, cents: number): Movement => ({ kind: 'top_up', cents, deposit_id });
const moved = (kind: string, cents: number): Movement => ({ kind, cents, deposit_id: null });
const left = (...movements: Movement[]) => Object.fromEntries(unspentTopUps(movements));

test('the oldest top-up is spent first', () => {
  expect(left(paid('a', 100), paid('b', 50), moved('order', -120))).toEqual({ a: 0, b: 30 });
  expect(left(paid('a', 100), moved('order', -40), paid('b', 50))).toEqual({ a: 60, b: 50 });
});

test('what nobody paid in is spent before, and never becomes a top-up', () => {
  expect(left(moved('adjustment', 30), paid('a', 100), moved('order', -40))).toEqual({ a: 90 });
  expect(left(paid('a', 100), moved('order', -100), moved('adjustment', 100))).toEqual({ a: 0 });
  expect(left(paid('a', 100), moved('adjustment', -30))).toEqual({ a: 70 });
});

test('what a purchase gives back goes where it was taken from, what was given first', () => {
  for (const kind of ['return', 'claim', 'preorder_released']) {
    expect(left(paid('a', 100), paid('b', 50), moved('order', -120), moved(kind, 60))).toEqual({ a: 40, b: 50 });
    const promoted = [moved('adjustment', 30), paid('a', 100), moved('order', -50)];
    expect(left(...promoted, moved(kind, 20))).toEqual({ a: 80 });
    expect(left(...promoted, moved(kind, 50))).toEqual({ a: 100 });
    // More than was spent is nobody's payment.
    expect(left(paid('a', 100), moved('order', -10), moved(kind, 500))).toEqual({ a: 100 });
  }
});

test('the money of a top-up that the network undid never comes back to it', () => {
  const undone = { kind: 'top_up_reversal', cents: -100, deposit_id: 'a' };
  expect(left(paid('a', 100), paid('b', 50), undone)).toEqual({ a: 0, b: 50 });
  const spent = [paid('a', 100), paid('b', 50), moved('order', -30), undone];
  expect(left(...spent)).toEqual({ a: 0, b: 20 });
  expect(left(...spent, moved('return', 30))).toEqual({ a: 0, b: 50 });
});

test('what goes back counts once, and again if it did not arrive', () => {
  const asked = { kind: 'top_up_return', cents: -60, deposit_id: 'a' };
  expect(left(paid('a', 100), moved('order', -40), asked)).toEqual({ a: 0 });
  const undone = { kind: 'top_up_return_undone', cents: 60, deposit_id: 'a' };
  expect(left(paid('a', 100), moved('order', -40), asked, undone)).toEqual({ a: 60 });
});

test('whatever happens, at most what was paid in and is in the balance goes back', () => {
  const kinds = ['order', 'return', 'claim', 'adjustment', 'preorder_reserved', 'preorder_released', 'refund_set_off'];
  const one = fc.oneof(
    fc.record({
      kind: fc.constant('top_up'),
      cents: fc.integer({ min: 1, max: 999 }),
      deposit_id: fc.constantFrom('a', 'b', 'c'),
    }),
    fc.record({
      kind: fc.constantFrom(...kinds),
      cents: fc.integer({ min: -999, max: 999 }),
      deposit_id: fc.constant(null),
    }),
  );
  fc.assert(
    fc.property(fc.array(one, { maxLength: 40 }), (wanted) => {
      let balance = 0;
      // A balance is never overdrawn.
      const movements = wanted.filter(({ cents }) => {
        const fits = cents !== 0 && balance + cents >= 0;
        if (fits) balance += cents;
        return fits;
      });
      const rest = unspentTopUps(movements);
      for (const [id, cents] of rest) {
        const credited = movements.filter((each) => each.deposit_id === id).reduce((sum, each) => sum + each.cents, 0);
        expect(cents).toBeGreaterThanOrEqual(0);
        expect(cents).toBeLessThanOrEqual(credited);
      }
      expect([...rest.values()].reduce((sum, cents) => sum + cents, 0)).toBeLessThanOrEqual(balance);
    }),
    { seed: 22 },
  );
});
