import { DAY_S } from '#contracts/time-units.ts';
import { readCookie, writeCookie } from './cookies.ts';

// __Host- requires Secure, which is not available on http://localhost.
const name = (secure: boolean) => (secure ? '__Host-facevalue-cart' : 'facevalue_cart');

/** A cookie holds about 4,000 bytes. */
const LIMIT = 20;
const LIFETIME_S = 7 * DAY_S;
const CARD = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The cards in the cart of a visitor, who has no account that could have one. */
export const readCart = (header: string | null, secure: boolean): string[] =>
  (readCookie(header, name(secure)) ?? '')
    .split('.')
    .filter((id) => CARD.test(id))
    .slice(0, LIMIT);

/** A Set-Cookie with these cards in a visitor's cart, the last ones if they are too many; with none, it ends. */
export function cartCookie(ids: readonly string[], secure: boolean): string {
  const valid = [...new Set(ids)].filter((id) => CARD.test(id)).slice(-LIMIT);
  return writeCookie(name(secure), valid.join('.'), { max_age: valid.length ? LIFETIME_S : 0, secure });
}
