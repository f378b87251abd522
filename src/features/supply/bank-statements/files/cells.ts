import { NAME_CONTROLS } from '#contracts/shapes.ts';
import type { dayFormats, decimalMarks } from '#contracts/supply/bank-statements.ts';
import { currencyDecimals } from '#i18n/currency-decimals.ts';

const SIGN = /^[+\-−]/;
const GROUPED = { point: /^\d{1,3}(,\d{3})+(?=\.|$)/, comma: /^\d{1,3}(\.\d{3})+(?=,|$)/ };
const PLAIN = /^(\d{1,12})(?:\.(\d{0,5}))?$/;
const DAYS = {
  iso: /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)(?:[T ].*)?$/,
  dotted: /^(?<day>\d{1,2})\.(?<month>\d{1,2})\.(?<year>\d{4})$/,
  day_first: /^(?<day>\d{1,2})\/(?<month>\d{1,2})\/(?<year>\d{4})$/,
  month_first: /^(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{4})$/,
};
const FIRST_YEAR = 2000;
const CURRENCIES = new Set(Intl.supportedValuesOf('currency'));
const CONTROLS = new RegExp(NAME_CONTROLS.source, 'gu');

/** A written amount in the smallest units of its currency, with its sign; undefined for no amount and for parts of such a unit. */
export function readAmount(cell: string, mark: (typeof decimalMarks)[number], currency: string): bigint | undefined {
  const trimmed = cell.trim();
  const bare = trimmed.replace(SIGN, '').trim();
  const grouped = GROUPED[mark].exec(bare)?.[0];
  const whole = grouped === undefined ? bare : grouped.replaceAll(/\D/g, '') + bare.slice(grouped.length);
  const [, integer, fraction = ''] = PLAIN.exec(mark === 'comma' ? withPoint(whole) : whole) ?? [];
  const decimals = currencyDecimals(currency);
  if (integer === undefined || /[^0]/.test(fraction.slice(decimals))) return undefined;
  const units = BigInt(integer + fraction.slice(0, decimals).padEnd(decimals, '0'));
  return /^[-−]/.test(trimmed) ? -units : units;
}

/** A point in a number with a decimal comma stands for nothing here. */
const withPoint = (text: string) => (text.includes('.') ? '' : text.replace(',', '.'));

/** A written day as an ISO day; undefined for one that no calendar has, or of another century. */
export function readDay(cell: string, format: (typeof dayFormats)[number]): string | undefined {
  const { year = '', month = '', day = '' } = DAYS[format].exec(cell.trim())?.groups ?? {};
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const at = new Date(`${iso}T00:00:00Z`);
  return Number(year) >= FIRST_YEAR && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(iso)
    ? iso
    : undefined;
}

export const isCurrency = (code: string): boolean => CURRENCIES.has(code);

/** A stranger's text in one line, without control characters and those that turn the direction of writing. */
export const oneLine = (parts: readonly string[], limit: number): string =>
  parts.join(' ').replaceAll(CONTROLS, ' ').replaceAll(/\s+/gu, ' ').trim().slice(0, limit).toWellFormed();
