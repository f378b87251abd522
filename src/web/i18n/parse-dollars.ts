import { hundredthsOf, plainHundredths } from '#i18n/currency-decimals.ts';
import { formatNumber } from '#i18n/format.ts';

/** Parses a dollar amount into cents ("12", "$1,200.00", "1.200,50 $"); undefined if it is not an amount. */
export const parseDollars = (text: string, locale = 'en'): number | undefined => parseFace(text, locale, 'USD');

/** Parses an amount of a currency into hundredths, with no more decimals than it has; undefined if it is not an amount. */
export function parseFace(text: string, locale: string, currency: string): number | undefined {
  const comma = formatNumber(locale, 0.5).includes(',');
  const group = comma ? /\.(?=\d{3}(\D|$))/g : /,(?=\d{3}(\D|$))/g;
  const bare = text.replace(/^\s*\$?\s*|\s*\$?\s*$/g, '').replace(group, '');
  return hundredthsOf(comma ? bare.replace(',', '.') : bare, currency);
}

/** Formats cents for a field or a URL: 25, 25.50, and 25,50 in a field on a German page. */
export const dollarsField = (amount_cents: number, locale = 'en'): string => faceField(amount_cents, locale, 'USD');

/** The same in a currency: 1,250 KWD in a field on a German page is 1.25 dinars. */
export function faceField(face_cents: number, locale: string, currency: string): string {
  const plain = plainHundredths(face_cents, currency).replace(/\.0+$/, '');
  return plain.replace('.', formatNumber(locale, 0.5).charAt(1));
}
