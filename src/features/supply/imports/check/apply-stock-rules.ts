import type { GuardedRow, Refusal } from '../../../oversight/import-guard/row-guard.ts';
import type { QuarantineRule } from '../../batches/quarantines/quarantine-ids.ts';
import { exceedsFaceLimit } from '../../programmes/facts/face-limit.ts';

export interface StockTerms {
  /** Where it is sold. */
  countries: readonly string[];
  currency: string;
  face_values_cents: readonly number[];
  face_range: { min_cents: number; max_cents: number } | null;
  usd_e9: number;
}

export interface JudgedCard {
  face_cents: number;
  quarantine: QuarantineRule[];
}

// Reg E: funds on a US card may not expire within five years.
const US_YEARS = 5;

/**
 * Checks a row against its programme (IG-20, IG-21). What no decision could put right is refused: no face value, one over
 * the limit, a card that has expired. The face value is optional if the programme has only one.
 */
export function applyStockRules(terms: StockTerms, row: GuardedRow, today: string): JudgedCard | Refusal {
  const face_cents = row.face_value_cents ?? onlyFace(terms);
  if (face_cents === 0 || exceedsFaceLimit(face_cents, terms.usd_e9)) return { rule: 'IG-20', column: 'face_value' };
  if (row.expires_on !== null && row.expires_on < today) return { rule: 'IG-21', column: 'expires_on' };
  const quarantine: QuarantineRule[] = [];
  const otherCurrency = row.currency !== null && row.currency !== terms.currency;
  if (otherCurrency || !isOffered(terms, face_cents)) quarantine.push('IG-20');
  if (row.expires_on !== null && row.expires_on < earliestExpiry(terms.countries, today)) quarantine.push('IG-21');
  return { face_cents, quarantine };
}

const onlyFace = ({ face_values_cents, face_range }: StockTerms) =>
  face_values_cents.length === 1 && !face_range ? face_values_cents[0]! : 0;

const isOffered = ({ face_values_cents, face_range }: StockTerms, face_cents: number) =>
  face_values_cents.includes(face_cents) ||
  (face_range !== null && face_cents >= face_range.min_cents && face_cents <= face_range.max_cents);

function earliestExpiry(countries: readonly string[], today: string): string {
  return countries.includes('US') ? `${Number(today.slice(0, 4)) + US_YEARS}${today.slice(4)}` : today;
}
