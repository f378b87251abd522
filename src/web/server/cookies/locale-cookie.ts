import { DAY_S } from '#contracts/time-units.ts';
import { readCookie, writeCookie } from './cookies.ts';

const NAME = 'facevalue_locale';
const YEAR_S = 365 * DAY_S;

/** The language chosen with the switch; the server checks whether it is supported. */
export const readLocale = (header: string | null) => readCookie(header, NAME);

export const localeCookie = (locale: string) => writeCookie(NAME, locale, { max_age: YEAR_S });
