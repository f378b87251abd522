import { expect, test } from 'vitest';
import { loginPath, maintenancePath, pathAfterMaintenance, registerPath, safeRedirect } from './safe-redirect.ts';

test.each([
  ['/cards?level=Plus', '/cards?level=Plus'],
  ['/orders/018f', '/orders/018f'],
  ['/faq?q=a#topic', '/faq?q=a#topic'],
  ['/news#018f', '/news#018f'],
  ['/', '/'],
  ['/billing/history/csv?q=a', '/billing/history/csv?q=a'],
])('%s is kept as the path first asked for', (wanted, kept) => {
  expect(safeRedirect(wanted)).toBe(kept);
});

test.each([
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  '/%2fevil.example',
  '/%5cevil.example',
  '/\tevil',
  '/%09/evil',
  '/a%0d%0aevil',
  '/%',
  'cards',
  '/login?next=/cards',
  '/logout',
  '/maintenance?next=/maintenance',
  '/api/auth/users',
  '/assets/entry.js',
  '/orders/018f.data',
  '/_root.data',
  '/notice/latest',
  '/news/read',
  '/no/such/page',
  '',
  null,
])('%j leads to /news', (wanted) => {
  expect(safeRedirect(wanted)).toBe('/news');
});

test('the login page is told where to go next, unless that is where it goes anyway', () => {
  expect(loginPath('/cards?q=a b')).toBe('/login?next=%2Fcards%3Fq%3Da%2520b');
  expect(loginPath('/news')).toBe('/login');
  expect(loginPath('/')).toBe('/login?next=%2F');
});

test('registering keeps the page that was asked for, unless a new account finds nothing there', () => {
  expect(registerPath('/brands/a-brand?value=1000')).toBe('/register?next=%2Fbrands%2Fa-brand%3Fvalue%3D1000');
  for (const path of [null, '/', '/news', '/login', 'https://elsewhere.example']) {
    expect(registerPath(path)).toBe('/register');
  }
});

test('a shop that is open again leads to where one was, the login page with its way on included', () => {
  expect(maintenancePath(new URL('http://shop.example/login?next=%2Fcards'))).toBe(
    '/maintenance?next=%2Flogin%3Fnext%3D%252Fcards',
  );
  expect(pathAfterMaintenance('/login?next=%2Fcards')).toBe('/login?next=%2Fcards');
  for (const path of ['/logout', '/maintenance?next=/cards', '//evil.example', 'javascript:alert(1)'])
    expect(pathAfterMaintenance(path)).toBe('/news');
});
