import { readCookie, writeCookie } from './cookies.ts';

// __Host- requires Secure, which is not available on http://localhost.
const name = (secure: boolean) => (secure ? '__Host-facevalue' : 'facevalue');

/** The bearer token from the browser's cookie; only the web server reads it. */
export function readSessionToken(header: string | null, secure: boolean): string | undefined {
  return readCookie(header, name(secure)) || undefined;
}

export function sessionCookie(token: string, { expires_in, secure }: { expires_in: number; secure: boolean }): string {
  return writeCookie(name(secure), token, { max_age: expires_in, secure });
}

export function endedSessionCookie(secure: boolean): string {
  return writeCookie(name(secure), '', { max_age: 0, secure });
}
