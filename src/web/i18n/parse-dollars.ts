import { formatNumber } from '#i18n/format.ts';

/** Parses a dollar amount into cents ("12", "$1,200.00", "1.200,50 $"); undefined if it is not an amount. */
export function parseDollars(text: string, locale = 'en'): number | undefined {
  const comma = formatNumber(locale, 0.5).includes(',');
  const group = comma ? /\.(?=\d{3}(\D|$))/g : /,(?=\d{3}(\D|$))/g;
  const bare = text.replace(/^\s*\$?\s*|\s*\$?\s*$/g, '').replace(group, '');
  const plain = comma ? bare.replace(',', '.') : bare;
  if (!/^\d{1,9}(\.\d{0,2})?$/.test(plain)) return;
  const [whole = '0', fraction = ''] = plain.split('.');
  return Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
}

/** Formats cents for a field or a URL: 25, 25.50, and 25,50 in a field on a German page. */
export function dollarsField(amount_cents: number, locale = 'en'): string {
  const plain = (amount_cents / 100).toFixed(2).replace(/\.00$/, '');
  return plain.replace('.', formatNumber(locale, 0.5).charAt(1));
}
