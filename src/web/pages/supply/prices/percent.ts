import { formatNumber } from '#i18n/format.ts';

/** Parses a percentage into hundredths ("4.5", "-2", "4,5 %" on a German page); undefined if it isn't one. */
export function parsePercent(text: string, locale: string): number | undefined {
  const comma = formatNumber(locale, 0.5).includes(',');
  const plain = text.replace(/^\s*|\s*%?\s*$/g, '').replace(comma ? ',' : '.', '.');
  if (!/^-?\d{1,3}(\.\d{0,2})?$/.test(plain)) return;
  return Math.round(Number(plain) * 100);
}

/** Formats hundredths of a per cent for a field. */
export const percentField = (basis_points: number, locale: string): string =>
  String(basis_points / 100).replace('.', formatNumber(locale, 0.5).charAt(1));
