import { languages } from 'virtual:messages';
import { DEFAULT_LOCALE } from '#i18n/default-locale.ts';

/** The languages of the shop with their own names, its default first: what is not translated is shown in that. */
export const ordered = languages.toSorted(([a], [b]) => Number(b === DEFAULT_LOCALE) - Number(a === DEFAULT_LOCALE));

/** The languages that a text is translated into. */
export const others = ordered.slice(1).map(([locale]) => locale);

/** The name of a form field; the fields of the default language have the names of the API. */
export const fieldIn = (locale: string, field: string) => (locale === DEFAULT_LOCALE ? field : `${field}_${locale}`);

/** The translations in a form: those of which anything is filled in. */
export function translationsOf<Field extends string>(
  values: Record<string, string>,
  fields: readonly Field[],
): Record<string, Record<Field, string>> {
  const typed = others.map((locale) => {
    const own = fields.map((field) => [field, values[fieldIn(locale, field)] ?? ''] as const);
    return [locale, Object.fromEntries(own) as Record<Field, string>] as const;
  });
  return Object.fromEntries(typed.filter(([, own]) => Object.values(own).some((text) => text !== '')));
}
