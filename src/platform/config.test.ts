import { expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const real = { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'shop@shop.example', PUBLIC_URL: 'https://shop.example' };
const read = (env: Record<string, string>) => readConfig(env, '/nonexistent');

test('nothing set is demo mode on loopback; a real setting ends demo mode', () => {
  expect(read({})).toMatchObject({ demo: true, host: '127.0.0.1', public_url: 'http://localhost:3000' });
  expect([...read({}).allowed_hosts]).toEqual(['localhost', '127.0.0.1']);
  expect(read(real)).toMatchObject({ demo: false, public_url: 'https://shop.example', trusted_proxies: [] });
});

test('hosts count in any case, and the canonical one is served by default', () => {
  expect([...read(real).allowed_hosts]).toEqual(['shop.example']);
  expect([...read({ ...real, ALLOWED_HOSTS: 'Shop.Example, www.shop.example' }).allowed_hosts]).toEqual([
    'shop.example',
    'www.shop.example',
  ]);
});

test.for([
  ['PORT', { PORT: '3000x' }],
  ['PORT', { PORT: '65536' }],
  ['DEMO', { DEMO: 'maybe' }],
  ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
  ['HOST', { HOST: '0.0.0.0' }],
  ['HOST', { HOST: '127.0.0.1.evil.example' }],
  ['SMTP_URL', { DEMO: 'off' }],
  ['PUBLIC_URL', { DEMO: 'off', SMTP_URL: 'smtp://x', MAIL_FROM: 'a@b.example' }],
  ['PUBLIC_URL', { ...real, PUBLIC_URL: 'shop.example' }],
  ['PUBLIC_URL', { ...real, PUBLIC_URL: 'http://shop.example' }],
  ['PUBLIC_URL', { ...real, PUBLIC_URL: 'https://shop.example/sub' }],
  ['PUBLIC_URL', { ...real, PUBLIC_URL: 'https://shop.example/?a=1' }],
  ['PUBLIC_URL', { ...real, PUBLIC_URL: 'https://user:word@shop.example' }],
  ['ALLOWED_HOSTS', { ...real, ALLOWED_HOSTS: 'shop.example:8443' }],
  ['ALLOWED_HOSTS', { ...real, ALLOWED_HOSTS: 'shop.example,*.shop.example' }],
  ['ALLOWED_HOSTS', { ...real, ALLOWED_HOSTS: ',' }],
  ['ALLOWED_HOSTS', { ...real, ALLOWED_HOSTS: 'other.example' }],
  ['TRUSTED_PROXIES', { ...real, TRUSTED_PROXIES: 'proxy.example' }],
  ['TRUSTED_PROXIES', { ...real, TRUSTED_PROXIES: '10.0.0.0/33' }],
  ['RATES_URLS', { ...real, RATES_URLS: 'file:///etc/passwd' }],
  ['RATES_URLS', { ...real, RATES_URLS: 'https://one.example/a,https://one.example/b' }],
  ['ETH_RPC_URL', { ...real, ETH_RPC_URL: 'http://node.example' }],
  ['METRICS_TOKEN', { METRICS_TOKEN: 'short' }],
  ['METRICS_TOKEN', { METRICS_TOKEN: 'two words of it' }],
  ['ACTIVATION_MINIMUM_USD', { ...real, ACTIVATION_MINIMUM_USD: '-1' }],
] as const)('a wrong %s is refused by name: %j', ([name, env]) => {
  expect(() => read(env)).toThrow(ConfigError);
  expect(() => read(env)).toThrow(name);
});

test('a negative number is refused for its size', () => {
  expect(() => read({ ACTIVATION_MINIMUM_USD: '-1' })).toThrow('ACTIVATION_MINIMUM_USD must be from 0 to 10000.');
});

test('a wrong setting is named without its value where that may be a secret', () => {
  expect(() => read({ ...real, DATABASE_URL: 'mysql://shop:canary@db.example/shop' })).not.toThrow('canary');
  expect(() => read({ ...real, PUBLIC_URL: 'https://user:canary@shop.example' })).not.toThrow('canary');
});
