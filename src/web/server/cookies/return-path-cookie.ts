import { DAY_S } from '#contracts/time-units.ts';
import { readCookie, writeCookie } from './cookies.ts';

// __Host- requires Secure, which is not available on http://localhost.
const name = (secure: boolean) => (secure ? '__Host-facevalue-wanted' : 'facevalue_wanted');

/** The page that a newcomer came for: the link in the mail and the payment come between it and them. */
export function readReturnPath(header: string | null, secure: boolean): string | null {
  try {
    return decodeURIComponent(readCookie(header, name(secure)) ?? '') || null;
  } catch {
    return null;
  }
}

/** With no page, ends the cookie of whoever used this browser before. */
export const returnPathCookie = (path: string | null, secure: boolean) =>
  writeCookie(name(secure), encodeURIComponent(path ?? ''), { max_age: path ? DAY_S : 0, secure });
