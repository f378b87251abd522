import { DAY_S } from '#contracts/time-units.ts';
import { readCookie, writeCookie } from './cookies.ts';

const name = (secure: boolean) => (secure ? '__Host-facevalue-guest' : 'facevalue_guest');

/** The token of the link by which a guest reads a ticket: in a cookie, it stands in no address. */
export const readGuest = (header: string | null, secure: boolean): string | undefined => {
  const value = readCookie(header, name(secure));
  return value && /^[\w.-]{1,200}$/.test(value) ? value : undefined;
};

/** Ends what this browser may read. */
export const endedGuestCookie = (secure: boolean) => writeCookie(name(secure), '', { max_age: 0, secure });

export const guestCookie = (token: string, secure: boolean) =>
  writeCookie(name(secure), token, { max_age: DAY_S, secure });
