import { expect, test } from 'vitest';
import { describeGuard } from '#contracts/oversight/import-guard.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { NETWORK_RANGES_SHA256 } from './numbers/network-ranges.ts';
import { GUARD_VERSION, refusesFile } from './scan/rule.ts';

test('anybody can read what the guard refuses, and what follows from each rule', async () => {
  const shop = await createTestShop();
  const { status, body } = await shop.as(null)(describeGuard);
  const { rules, networks, ...rest } = body.data;
  expect([status, rest]).toEqual([200, { version: GUARD_VERSION, range_table_sha256: NETWORK_RANGES_SHA256 }]);
  expect(networks).toContain('Mastercard');
  expect(new Set(networks).size).toBe(networks.length);
  expect(rules.map(({ rule }) => rule)).toEqual(
    Array.from({ length: 24 }, (_, at) => `IG-${String(at + 1).padStart(2, '0')}`),
  );
  const by = (wanted: string) => rules.filter(({ outcome }) => outcome === wanted).map(({ rule }) => rule);
  expect(by('programme')).toEqual(['IG-13', 'IG-14', 'IG-23']);
  expect(by('decision')).toEqual(['IG-20', 'IG-21', 'IG-22']);
  expect(by('row')).toEqual(['IG-15', 'IG-19']);
  expect(by('file').filter((rule) => !refusesFile(rule))).toEqual(['IG-17']);
});
