import { directionOf } from '#i18n/direction-of.ts';

/** The attributes of an element whose text is in the given language. */
export const inLanguage = (locale: string) => ({ lang: locale, dir: directionOf(locale) });
