import { expect, it } from 'vitest';
import type { GuardedRow } from '../../../oversight/import-guard/row-guard.ts';
import { applyStockRules } from './apply-stock-rules.ts';

const row = (changes: Partial<GuardedRow>): GuardedRow => ({
  code: 'A',
  pin: null,
  face_value_cents: 2500,
  currency: null,
  expires_on: null,
  ...changes,
});
const terms = {
  countries: ['DE'],
  currency: 'EUR',
  usd_e9: 1_080_000_000,
  face_values_cents: [2500, 190_000],
  face_range: null,
};

it('a face value worth more than 2,000 dollars is refused, whatever its currency', () => {
  expect(applyStockRules(terms, row({ face_value_cents: 190_000 }), '2026-01-01')).toEqual({
    rule: 'IG-20',
    column: 'face_value',
  });
  expect(
    applyStockRules({ ...terms, usd_e9: 1_050_000_000 }, row({ face_value_cents: 190_000 }), '2026-01-01'),
  ).toEqual({ face_cents: 190_000, quarantine: [] });
});

const refused = { rule: 'IG-21', column: 'expires_on' };
const judged = (...quarantine: string[]) => ({ face_cents: 2500, quarantine });

it.each([
  ['DE', '2026-06-14', refused],
  ['DE', '2026-06-15', judged()],
  ['US', '2026-06-14', refused],
  ['US', '2031-06-14', judged('IG-21')],
  ['US', '2031-06-15', judged()],
] as const)('a card of %s that expires on %s is judged on 2026-06-15: %j', (country, expires_on, verdict) => {
  expect(applyStockRules({ ...terms, countries: ['AT', country] }, row({ expires_on }), '2026-06-15')).toEqual(verdict);
});

it.each([
  [{ face_value_cents: 3000 }, { face_cents: 3000, quarantine: ['IG-20'] }],
  [{ currency: 'USD' }, judged('IG-20')],
  [{ currency: 'USD', expires_on: '2027-01-01' }, judged('IG-20', 'IG-21')],
  [{ face_value_cents: null }, { rule: 'IG-20', column: 'face_value' }],
] as const)('a card with %j is judged: %j', (changes, verdict) => {
  expect(applyStockRules({ ...terms, countries: ['US'] }, row(changes), '2026-06-15')).toEqual(verdict);
});
