import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';
import { describeSettings } from './describe-settings.ts';

const real = { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'shop@shop.example', PUBLIC_URL: 'https://shop.example' };
const backup = {
  BACKUP_TARGET: '/mnt/backups',
  BACKUP_KEY: 'age1pmvw552qyrqu9nu0knfzavcznlpunkp8jqdpwv5a35hx96sj0u0s856r7l',
};
const ORDINARY_USER = 1000;
const read = (env: Record<string, string>) => readConfig(env, '/nonexistent', ORDINARY_USER);

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
  ['DATABASE_OWNER_URL', { DATABASE_OWNER_URL: 'postgres://owner@db/shop' }],
  ['DATABASE_OWNER_URL', { DATABASE_URL: 'postgres://app@db/shop', DATABASE_OWNER_URL: 'mysql://owner@db/shop' }],
  ['ADMIN_NETWORKS', { ADMIN_NETWORKS: 'office.example' }],
  ['ADMIN_NETWORKS', { ADMIN_NETWORKS: '192.0.2.0/33' }],
  ['HSTS_SUBDOMAINS', { HSTS_SUBDOMAINS: 'perhaps' }],
  ['STAFF_FACTOR', { STAFF_FACTOR: 'totp' }],
  ['STAFF_SESSION_HOURS', { STAFF_SESSION_HOURS: '25' }],
  ['STAFF_IDLE_MINUTES', { STAFF_IDLE_MINUTES: '4' }],
  ['OPERATOR_EMAIL', { OPERATOR_EMAIL: 'the operator' }],
  ['HOST', { HOST: '127.0.0.1.evil.example' }],
  ['ISSUER_DEMO_URL', { ISSUER_DEMO_URL: 'http://issuer.example' }],
  ['ISSUER_DEMO_URL', { ...real, ISSUER_DEMO_URL: 'http://127.0.0.1:4310' }],
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
  ['TRUSTED_PROXIES', { ...real, TRUSTED_PROXIES: '10.0.0.1,0.0.0.0/0' }],
  ['TRUSTED_PROXIES', { ...real, TRUSTED_PROXIES: '::/0' }],
  ['REDIS_URL', { ...real, REDIS_URL: 'redis://:canary@10.0.0.5' }],
  ['PUSHER_URL', { ...real, PUSHER_URL: 'http://key:canary@push.example/apps/1' }],
  ['RATES_URLS', { ...real, RATES_URLS: 'file:///etc/passwd' }],
  ['RATES_URLS', { ...real, RATES_URLS: 'https://one.example/a,https://one.example/b' }],
  ['RATES_URLS', { ...real, RATES_URLS: 'http://one.example/a,https://two.example/b' }],
  ['ETH_RPC_URL', { ...real, ETH_RPC_URL: 'http://node.example' }],
  ['BTC_RPC_URL', { ...real, BTC_RPC_URL: 'http://name:canary@10.0.0.8:8332', BTC_XPUB: 'xpub' }],
  ['NODE_ENV', { ...real, NODE_ENV: 'development' }],
  ['DATABASE_URL', { ...real, DATABASE_URL: 'postgres://shop:canary@db.example/shop' }],
  ['DATABASE_URL', { ...real, DATABASE_URL: 'postgres://shop:canary@db.example/shop?sslmode=prefer' }],
  ['DATABASE_URL', { ...real, DATABASE_URL: 'postgres://shop:canary@localhost/shop?host=db.example' }],
  [
    'DATABASE_OWNER_URL',
    { ...real, DATABASE_URL: 'postgres://shop@localhost/shop', DATABASE_OWNER_URL: 'postgres://owner@db.example/shop' },
  ],
  ['RATES_URLS', { ...real, RATES_URLS: 'https://one.example/a,https://one.example:8443/b' }],
  ['PUBLIC_URL', { DEMO: 'on', PUBLIC_URL: 'https://shop.example' }],
  ['METRICS_TOKEN', { METRICS_TOKEN: 'fifteen-letters' }],
  ['METRICS_TOKEN', { METRICS_TOKEN: 'a token with spaces in it' }],
  ['METRICS_TOKEN', { METRICS_TOKEN: 'aaaaaaaaaaaaaaaaaaaaaaaa' }],
  ['HEARTBEAT_URL', { HEARTBEAT_URL: 'http://heart.example/canary' }],
  ['HEARTBEAT_URL', { HEARTBEAT_URL: 'ftp://heart.example/canary' }],
  ['ACTIVATION_MINIMUM_USD', { ...real, ACTIVATION_MINIMUM_USD: '-1' }],
  ['BACKUP_S3_SECRET', { BACKUP_S3_KEY_ID: 'id' }],
  ['BACKUP_DRILL_IDENTITY_FILE needs BACKUP_TARGET', { BACKUP_DRILL_IDENTITY_FILE: 'identity' }],
  ['OTEL_EXPORTER_OTLP_ENDPOINT must be a URL', { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }],
  ['OTEL_EXPORTER_OTLP_PROTOCOL must be http/json', { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }],
  ['OTEL_EXPORTER_OTLP_HEADERS must be name=value', { OTEL_EXPORTER_OTLP_HEADERS: 'a key' }],
  ['OTEL_TRACES_SAMPLER must be always_on', { OTEL_TRACES_SAMPLER: 'sometimes' }],
  ['OTEL_TRACES_SAMPLER_ARG must be from 0 to 1', { OTEL_TRACES_SAMPLER_ARG: '2' }],
  [
    'OTEL_EXPORTER_OTLP_ENDPOINT must start with https://',
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example:4318', OTEL_EXPORTER_OTLP_HEADERS: 'x-key=canary' },
  ],
  ['BACKUP_S3_KEY_ID', { ...backup, BACKUP_TARGET: 's3:https://s3.example/cards' }],
  ['s3:https://HOST/BUCKET/FOLDER', { ...backup, BACKUP_TARGET: 's3:https://s3.example' }],
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
  expect(() => read({ ...backup, BACKUP_TARGET: 's3:https://id:canary@s3.example/cards' })).not.toThrow('canary');
});

test.for<Record<string, string>>([
  { DATABASE_URL: 'postgres://shop@db.example/shop?sslmode=verify-full' },
  { DATABASE_URL: 'postgres://shop@db.example/shop?sslmode=disable' },
  { DATABASE_URL: 'postgres://shop@127.0.0.1/shop' },
  { DATABASE_URL: 'postgres://shop@[::1]:5433/shop' },
  { DATABASE_URL: 'postgres:///shop?host=/run/postgresql' },
  { BTC_RPC_URL: 'http://127.0.0.1:8332', BTC_XPUB: 'xpub' },
  { REDIS_URL: 'redis://127.0.0.1', PUSHER_URL: 'http://key:word@localhost/apps/1' },
  { REDIS_URL: 'redis://redis:6379?tls=off' },
  { REDIS_URL: 'rediss://redis.example', PUSHER_URL: 'https://key:word@push.example/apps/1' },
  { BTC_RPC_URL: 'https://node.example', BTC_XPUB: 'xpub' },
  { RATES_URLS: 'http://127.0.0.1:4000/a,http://localhost:4001/b' },
])('a safe way to another program is accepted: %j', (env) => {
  expect(read({ ...real, ...env }).demo).toBe(false);
});

test('root runs demo mode only', () => {
  expect(() => readConfig(real, '/nonexistent', 0)).toThrow('root');
  expect(readConfig({}, '/nonexistent', 0).demo).toBe(true);
});

test('a settings file that every user can read is refused outside demo mode', () => {
  const directory = mkdtempSync(join(tmpdir(), 'facevalue-config-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const file = join(directory, 'facevalue.env');
  const given = Object.entries(real).map(([name, value]) => `${name}=${value}`);
  writeFileSync(file, given.join('\n'));
  for (const mode of [0o644, 0o604]) {
    chmodSync(file, mode);
    expect(() => readConfig({}, directory, ORDINARY_USER)).toThrow('chmod 600');
    expect(readConfig({ DEMO: 'on', PUBLIC_URL: '' }, directory, ORDINARY_USER).demo).toBe(true);
  }
  for (const mode of [0o600, 0o640]) {
    chmodSync(file, mode);
    expect(readConfig({}, directory, ORDINARY_USER).demo).toBe(false);
  }
});

test('a name in the settings file that is no setting is refused', () => {
  const directory = mkdtempSync(join(tmpdir(), 'facevalue-config-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  writeFileSync(join(directory, 'facevalue.env'), 'SANCTION_FILE=canary\nDEMO=on\n');
  expect(() => readConfig({}, directory, ORDINARY_USER)).toThrow('SANCTION_FILE in facevalue.env is no setting.');
  expect(() => readConfig({}, directory, ORDINARY_USER)).not.toThrow('canary');
});

test('everything unsafe is named at once, and no secret with it', () => {
  const env = {
    ...real,
    DATABASE_URL: 'postgres://shop:canary@db.example/shop',
    BTC_RPC_URL: 'http://name:canary@10.0.0.8:8332',
    BTC_XPUB: 'xpub',
  };
  expect(() => read(env)).toThrow(/DATABASE_URL .*\nBTC_RPC_URL /);
  expect(() => read(env)).not.toThrow('canary');
});

test('traces are sent as the variables of OpenTelemetry say, and nowhere where they are switched off', () => {
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://collector.example/otlp/' };
  expect(read({}).tracing).toBeNull();
  expect(read({ ...endpoint, OTEL_SDK_DISABLED: 'true' }).tracing).toBeNull();
  const all = {
    ...endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20canary,x-scope=cards',
    OTEL_SERVICE_NAME: 'cards',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=production',
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.05',
  };
  expect(read(all).tracing).toEqual({
    endpoint: 'https://collector.example/otlp',
    headers: { authorization: 'Bearer canary', 'x-scope': 'cards' },
    service_name: 'cards',
    attributes: { 'deployment.environment.name': 'production' },
    sampler: 'parentbased_traceidratio',
    ratio: 0.05,
  });
  expect(JSON.stringify(describeSettings(read(all)))).not.toContain('canary');
});
