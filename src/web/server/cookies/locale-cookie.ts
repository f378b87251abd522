import { readCookie, writeCookie } from './cookies.ts';

const name = 'facevalue_locale';
const year_s = 365 * 24 * 3600;

/** The language chosen with the switch; whether the shop speaks it is for the server to say. */
export const readLocale = (header: string | null) => readCookie(header, name);

export const localeCookie = (locale: string) => writeCookie(name, locale, { max_age: year_s });
