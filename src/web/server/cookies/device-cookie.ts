import { readCookie, writeCookie } from './cookies.ts';

// __Host- needs Secure, which a shop on http://localhost can't have.
const name = (secure: boolean) => (secure ? '__Host-facevalue-device' : 'facevalue_device');
const YEAR_S = 365 * 24 * 3600;

/** What this browser was given at its first sign-in: by it the shop knows the device again. It opens nothing. */
export const readDevice = (header: string | null, secure: boolean): string | undefined => {
  const value = readCookie(header, name(secure));
  return value && /^[\w-]{43}$/.test(value) ? value : undefined;
};

export const deviceCookie = (device: string, secure: boolean) =>
  writeCookie(name(secure), device, { max_age: YEAR_S, secure });
