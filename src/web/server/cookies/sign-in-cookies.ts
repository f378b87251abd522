import { DAY_S } from '#contracts/time-units.ts';
import { deviceCookie } from './device-cookie.ts';
import { sessionCookie } from './session-cookie.ts';

interface SignedIn {
  access_token: string;
  expires_in: number;
  device: string | null;
}

/** The Set-Cookie headers that store the session and identify the device later. */
export function signInCookies({ access_token, expires_in, device }: SignedIn, secure: boolean): Headers {
  const headers = new Headers();
  // It outlives the token, so that the page that asks to sign in again can say why.
  headers.append('set-cookie', sessionCookie(access_token, { expires_in: expires_in + DAY_S, secure }));
  if (device) headers.append('set-cookie', deviceCookie(device, secure));
  return headers;
}
