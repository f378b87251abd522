import { defaultLocale, locales } from './translate.ts';

/** A language that the shop speaks, or undefined. */
export const knownLocale = (locale: string | null | undefined): string | undefined =>
  locales.find((one) => one === locale);

/** The best language of an Accept-Language header that the shop speaks. */
export function chooseLocale(accepted: string | null | undefined): string {
  const wanted = (accepted ?? '').split(',', 20).map((part, index) => {
    const [tag = '', ...attributes] = part.trim().toLowerCase().split(';');
    const q = attributes.find((one) => one.trim().startsWith('q='));
    const weight = q === undefined ? 1 : Number(q.trim().slice(2));
    return { locale: tag.trim().split('-', 1)[0], weight: weight >= 0 && weight <= 1 ? weight : 0, index };
  });
  wanted.sort((a, b) => b.weight - a.weight || a.index - b.index);
  for (const { locale, weight } of wanted) {
    const known = weight > 0 ? knownLocale(locale) : undefined;
    if (known) return known;
  }
  return defaultLocale;
}
