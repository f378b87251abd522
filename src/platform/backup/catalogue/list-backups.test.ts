import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import type { Macs } from '#platform/vault/create-vault.ts';
import { listBackups } from './list-backups.ts';

const MEGABYTE = 1e6;

test('an index that somebody else put there is not read to its end, should it have one', async () => {
  let given = 0;
  async function* long() {
    for (; given < 400; given++) yield Buffer.alloc(MEGABYTE);
  }
  const name = `${'a'.repeat(16)}/index.${'0'.repeat(64)}.json`;
  const store = {
    place: 'a test',
    put: () => Promise.reject(new Error('nothing is stored here')),
    read: async () => Readable.from(long()),
    list: async () => [name],
    remove: async () => {},
  };
  const macs: Macs = { mac: () => Buffer.alloc(32), verifyMac: () => false };
  expect(await listBackups(store, macs)).toEqual({ backups: [], foreign: 1 });
  expect(given).toBeLessThan(200);
});
