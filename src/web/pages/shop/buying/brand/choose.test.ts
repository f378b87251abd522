import { expect, test } from 'vitest';
import { choose, type Programme, type Value } from './choose.ts';

const value = (face_cents: number, changes: Partial<Value> = {}): Value => ({
  face_cents,
  price_cents: face_cents,
  discount_bp: 0,
  on_sale: 3,
  worth_cents: null,
  over_limit: null,
  ...changes,
});

const programme = (id: string, country: string, values: Value[]) =>
  ({ id, country, other_countries: [], values }) as unknown as Programme;

const states = programme('us', 'US', [value(50_00, { over_limit: 'one_order' }), value(10_00), value(25_00)]);
const germany = programme('de', 'DE', [value(5_00), value(20_00)]);
const chosen = (query: string, buyer?: string | null) => {
  const { programme, value, quantity } = choose([states, germany], new URLSearchParams(query), buyer);
  return [programme?.id, value?.face_cents, quantity];
};

test.each([
  ['', null, ['us', 10_00, 1]],
  ['', 'DE', ['de', 5_00, 1]],
  ['', 'FR', ['us', 10_00, 1]],
  ['programme_id=us', 'DE', ['us', 10_00, 1]],
  ['programme_id=de&value=2000&quantity=3', null, ['de', 20_00, 3]],
  ['value=5000', null, ['us', 50_00, 1]],
  ['value=2000', null, ['de', 20_00, 1]],
  ['value=2500', 'DE', ['us', 25_00, 1]],
  ['value=700&quantity=0', null, ['us', 10_00, 1]],
  ['quantity=99', null, ['us', 10_00, 20]],
  ['quantity=-1', null, ['us', 10_00, 1]],
])('the address %j of a buyer in %j chooses %j', (query, buyer, expected) => {
  expect(chosen(query, buyer)).toEqual(expected);
});

test('a brand without stock chooses nothing, and one region without stock gives way to another', () => {
  const empty = programme('us', 'US', []);
  expect(choose([], new URLSearchParams())).toEqual({ programme: undefined, value: undefined, quantity: 1 });
  expect(choose([empty, germany], new URLSearchParams(), 'US').programme).toBe(germany);
  expect(choose([empty], new URLSearchParams()).programme).toBe(empty);
});
