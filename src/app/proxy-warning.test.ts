import { expect, test } from 'vitest';
import { readConfig } from '#platform/config.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { lacksTrustedProxy, NO_TRUSTED_PROXY } from './proxy-warning.ts';

const real = {
  SMTP_URL: 'smtp://mail.example',
  MAIL_FROM: 'shop@shop.example',
  PUBLIC_URL: 'https://shop.example',
  DEMO: 'off',
};

test.for([
  ['https on a public host', {}, true],
  ['a trusted proxy', { TRUSTED_PROXIES: '10.0.0.1' }, false],
  ['https on loopback', { PUBLIC_URL: 'https://localhost:8443' }, false],
  ['plain http on loopback', { PUBLIC_URL: 'http://localhost:3000' }, false],
] as const)('%s: a warning about proxies at the start is %o', ([, changes, warned]) => {
  expect(lacksTrustedProxy(readConfig({ ...real, ...changes }, '/nonexistent', 1000))).toBe(warned);
});

test('a request through a proxy that is not trusted is logged once', async () => {
  const shop = await createTestShop();
  for (let i = 0; i < 2; i++)
    await shop.app.request('http://localhost/healthz', { headers: { 'x-forwarded-for': '198.51.100.1' } });
  for (let i = 0; i < 2; i++)
    await shop.app.request('http://localhost/api/auth/status', { headers: { 'x-forwarded-for': '198.51.100.1' } });
  expect(shop.logged.filter((line) => line.includes(NO_TRUSTED_PROXY))).toHaveLength(1);
});
