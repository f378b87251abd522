import { parseAccept } from 'hono/utils/accept';
import { DEFAULT_LOCALE } from './default-locale.ts';
import { locales } from './translate.ts';

/** No browser sends more than a few languages; the rest of the header is ignored. */
const LONGEST = 500;

/** A language that the shop speaks, or undefined. */
export const knownLocale = (locale: string | null | undefined): string | undefined =>
  locales.find((one) => one === locale);

/** The best language of an Accept-Language header that the shop speaks. */
export function chooseLocale(accepted: string | null | undefined): string {
  for (const { type, q } of parseAccept((accepted ?? '').slice(0, LONGEST))) {
    const known = q > 0 ? knownLocale(type.toLowerCase().split('-', 1)[0]) : undefined;
    if (known) return known;
  }
  return DEFAULT_LOCALE;
}
