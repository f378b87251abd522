import { readCookie, writeCookie } from './cookies.ts';

const NAME = 'facevalue_locale';
const YEAR_S = 365 * 24 * 3600;

/** The language chosen with the switch; the server checks whether it is supported. */
export const readLocale = (header: string | null) => readCookie(header, NAME);

export const localeCookie = (locale: string) => writeCookie(NAME, locale, { max_age: YEAR_S });
