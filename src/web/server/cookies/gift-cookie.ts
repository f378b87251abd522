import { SHOWN_AGAIN_DAYS } from '#contracts/shop/gift-designs.ts';
import { DAY_S } from '#contracts/time-units.ts';
import { readCookie, writeCookie } from './cookies.ts';

/** One cookie for each gift, named by the id in the token of its link; undefined if that is no token. */
const nameOf = (token: string, secure: boolean): string | undefined => {
  const id = /^([\w-]{22})\./.exec(token)?.[1];
  return id && (secure ? `__Host-facevalue-gift-${id}` : `facevalue_gift_${id}`);
};

/** What stands in it before the gift is opened. */
const ASKED = 'asked';

/** What says that this browser opened the gift: without it the link shows the code no more. */
export function readGiftDevice(header: string | null, token: string, secure: boolean): string | undefined {
  const name = nameOf(token, secure);
  const value = name && readCookie(header, name);
  return value && value !== ASKED && /^[\w.-]{1,200}$/.test(value) ? value : undefined;
}

/** Whether this browser sent back what it was given with the gift's page: one that blocks cookies can't come back to the code. */
export function takesGiftCookie(header: string | null, token: string, secure: boolean): boolean {
  const name = nameOf(token, secure);
  return name !== undefined && readCookie(header, name) !== undefined;
}

/** Asks whether this browser takes cookies, before it opens the gift. */
export const askingGiftCookie = (token: string, secure: boolean): string => giftCookie(token, ASKED, secure);

/** Binds an opened gift to this browser. */
export const giftCookie = (token: string, device: string, secure: boolean): string =>
  writeCookie(nameOf(token, secure) ?? '', device, { max_age: SHOWN_AGAIN_DAYS * DAY_S, secure });

/** Ends that this browser can show the code. */
export const endedGiftCookie = (token: string, secure: boolean): string =>
  writeCookie(nameOf(token, secure) ?? '', '', { max_age: 0, secure });
