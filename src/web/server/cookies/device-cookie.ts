import { DAY_S } from '#contracts/time-units.ts';
import { readCookie, writeCookie } from './cookies.ts';

// __Host- requires Secure, which is not available on http://localhost.
const name = (secure: boolean) => (secure ? '__Host-facevalue-device' : 'facevalue_device');
const YEAR_S = 365 * DAY_S;

/** Issued at the browser's first sign-in to recognise the device later. It grants no access. */
export const readDevice = (header: string | null, secure: boolean): string | undefined => {
  const value = readCookie(header, name(secure));
  return value && /^[\w-]{43}$/.test(value) ? value : undefined;
};

export const deviceCookie = (device: string, secure: boolean) =>
  writeCookie(name(secure), device, { max_age: YEAR_S, secure });
