import { expect, test } from 'vitest';
import { preserveForm, withPreserved } from './preserve-form.ts';

const page = new URL('http://localhost/user/email');
const values = { email: 'zoë; path=/@example.com' };

function loaded(cookie: string, url = page) {
  const request = new Request(url, { headers: { cookie: cookie.split(';')[0] ?? '' } });
  return withPreserved({ a: 1 }, { request, url });
}

test('a page shows again what was typed there, once, and no script of it can read that', () => {
  const cookie = preserveForm(page, values, true);
  expect(cookie).toMatch(/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/);
  const { data, init } = loaded(cookie);
  expect(data).toEqual({ a: 1, preserved: values });
  expect(new Headers(init?.headers).get('set-cookie')).toMatch(/=; Path=\/; Max-Age=0;/);
});

test.each([
  ['another page', preserveForm(page, values, false), new URL('http://localhost/user/data')],
  ['the page of something else', preserveForm(page, values, false), new URL('http://localhost/user/email?id=2')],
  ['nothing preserved', '', page],
  ['a value that is no form', 'facevalue_form=%7B', page],
  ['what is too long to keep', preserveForm(page, { email: 'x'.repeat(4000) }, false), page],
])('%s shows nothing', (_what, cookie, url) => {
  expect(loaded(cookie, url)).toMatchObject({ data: { a: 1, preserved: null }, init: null });
});
