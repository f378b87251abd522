import { readCookie, writeCookie } from './cookies.ts';

const NAME = 'facevalue_wanted';
const DAY_S = 24 * 3600;

/** The page that a newcomer came for: the link in the mail and the payment come between it and them. */
export function readWanted(header: string | null): string | null {
  try {
    return decodeURIComponent(readCookie(header, NAME) ?? '') || null;
  } catch {
    return null;
  }
}

/** With no page, ends the cookie of whoever used this browser before. */
export const wantedCookie = (path: string | null, secure: boolean) =>
  writeCookie(NAME, encodeURIComponent(path ?? ''), { max_age: path ? DAY_S : 0, secure });
