import { expect, test } from 'vitest';
import { DAY_MS } from '#contracts/time-units.ts';
import { ConfigError, readConfig } from '#platform/config.ts';
import { createTestShop } from '#tests/support/shop.ts';

const contact = 'mailto:security@shop.example';
const shop = await createTestShop({ security_contact: contact });
const get = (app: typeof shop.app, path: string) => app.request(`http://localhost${path}`);

test('security.txt says where to report a vulnerability, and leads to a policy that does, too', async () => {
  const response = await get(shop.app, '/.well-known/security.txt');
  expect(response.headers.get('content-type')).toMatch(/^text\/plain/);
  const fields = new Map(
    (await response.text())
      .trim()
      .split('\n')
      .map((line) => line.split(': ') as [string, string]),
  );
  expect([...fields.keys()]).toEqual(['Contact', 'Expires', 'Preferred-Languages', 'Canonical', 'Policy']);
  expect(fields.get('Contact')).toBe(contact);
  const days = (Date.parse(fields.get('Expires')!) - shop.ctx.clock.now().getTime()) / DAY_MS;
  expect(Math.round(days)).toBe(180);
  const policy = await get(shop.app, new URL(fields.get('Policy')!).pathname);
  expect(await policy.text()).toContain(`Write to ${contact}.`);
});

test('without SECURITY_CONTACT there is neither', async () => {
  const silent = await createTestShop();
  for (const path of ['/.well-known/security.txt', '/.well-known/security-policy.txt'])
    expect((await get(silent.app, path)).status).toBe(404);
});

test.for(['security@shop.example', 'http://shop.example/security', 'mailto:nobody', 'https://a.example/\nContact: b'])(
  'SECURITY_CONTACT=%j is refused at the start',
  (SECURITY_CONTACT) => {
    expect(() => readConfig({ SECURITY_CONTACT })).toThrow(ConfigError);
    expect(() => readConfig({ SECURITY_CONTACT })).toThrow(/SECURITY_CONTACT must be mailto:/);
  },
);
