import { currencyDecimals } from '#i18n/currency-decimals.ts';

/** What an amount says, as a plain decimal number; or why it can't be read without doubt. */
export type Amount = { plain: string; comma: boolean } | { hint: 'thousands' | 'currency_sign' };

// What may stand beside an amount, and which currencies it may mean.
const SIGNS: Record<string, string> = {
  $: 'USD CAD AUD NZD SGD HKD MXN',
  us$: 'USD',
  '€': 'EUR',
  euro: 'EUR',
  '£': 'GBP',
  '¥': 'JPY CNY',
  '₹': 'INR',
  '₺': 'TRY',
  '₩': 'KRW',
  fr: 'CHF',
  'fr.': 'CHF',
  sfr: 'CHF',
  kr: 'SEK NOK DKK',
  zł: 'PLN',
};

const SIGNED = /^([^\d\-+=@]*)(\d(?:[\d.,'’ ]*\d)?)(.*)$/su;
const GROUPED = /^\d{1,3}(?:([ '’.,])\d{3})(?:\1\d{3})*(?:([.,])(\d{1,4}))?$/;

/**
 * An amount as people and spreadsheets write it (`1.234,50`, `€25`, `25 EUR`, `25,5`); undefined if it isn't one.
 * `1.234` is a thousand or a little over one, and a sign of another currency than the programme's says something else: both
 * are named instead of read.
 */
export function readAmount(text: string, currency: string): Amount | undefined {
  const spaced = text.replace(/\p{Zs}/gu, ' ').trim();
  const [, before = '', number = '', after = ''] = SIGNED.exec(spaced) ?? [];
  if (number === '') return undefined;
  for (const sign of [before, after]) {
    const meant = currenciesOf(sign.trim());
    if (!meant) return undefined;
    if (meant.length > 0 && !meant.includes(currency)) return { hint: 'currency_sign' };
  }
  return plainOf(number.trim(), currency);
}

/** The currencies that a sign may mean, none if there is no sign; undefined if it isn't one. */
function currenciesOf(sign: string): string[] | undefined {
  if (sign === '') return [];
  const known = SIGNS[sign.toLowerCase()];
  if (known) return known.split(' ');
  return /^[A-Za-z]{3}$/.test(sign) ? [sign.toUpperCase()] : undefined;
}

function plainOf(number: string, currency: string): Amount | undefined {
  if (/^\d+$/.test(number)) return { plain: number, comma: false };
  const simple = /^(\d+)([.,])(\d+)$/.exec(number);
  if (simple) {
    const [, whole = '', mark, fraction = ''] = simple;
    const decimals = currencyDecimals(currency);
    if (fraction.length === 3 && whole.length <= 3 && !(mark === '.' && decimals === 3)) return { hint: 'thousands' };
    return decimal(whole, fraction, mark === ',');
  }
  const grouped = GROUPED.exec(number);
  if (!grouped) return undefined;
  const [, group, mark, fraction = ''] = grouped;
  if (mark === group) return undefined;
  const whole = (mark ? number.slice(0, number.lastIndexOf(mark)) : number).replace(/\D/g, '');
  return decimal(whole, fraction, mark === ',');
}

const decimal = (whole: string, fraction: string, comma: boolean): Amount => ({
  plain: fraction === '' ? whole : `${whole}.${fraction.padEnd(2, '0')}`,
  comma,
});
