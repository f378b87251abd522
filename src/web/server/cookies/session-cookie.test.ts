import { expect, test } from 'vitest';
import { endedSessionCookie, readSessionToken, sessionCookie } from './session-cookie.ts';

test('the token written is the token read, out of several cookies', () => {
  const cookie = sessionCookie('abc_-1', { expires_in: 60, secure: false });
  expect(cookie).toBe('facevalue=abc_-1; Path=/; Max-Age=60; HttpOnly; SameSite=Lax');
  expect(readSessionToken('theme=dark; facevalue=abc_-1; x', false)).toBe('abc_-1');
});

test('over https the cookie is bound to the host', () => {
  expect(sessionCookie('t', { expires_in: 60, secure: true })).toBe(
    '__Host-facevalue=t; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure',
  );
  expect(readSessionToken('facevalue=t', true)).toBeUndefined();
});

test('an ended session leaves no token', () => {
  expect(endedSessionCookie(false)).toContain('facevalue=; Path=/; Max-Age=0');
  expect(readSessionToken('facevalue=', false)).toBeUndefined();
  expect(readSessionToken(null, false)).toBeUndefined();
});
