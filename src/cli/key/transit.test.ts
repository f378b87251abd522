import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import { startTransit } from '#tests/support/transit-server.ts';
import { run } from './transit.ts';

const dir = mkdtempSync(join(tmpdir(), 'facevalue-transit-'));
const server = await startTransit({ token: 'a token', key: 'shop' });
afterAll(async () => {
  await server.stop();
  rmSync(dir, { recursive: true });
});
afterEach(() => vi.unstubAllEnvs());

const file = join(dir, 'master.key');
const key = randomBytes(32);
const token = join(dir, 'token');
const sealed = join(dir, 'master.key.sealed');
writeFileSync(file, key, { mode: 0o600 });
writeFileSync(token, 'a token\n', { mode: 0o600 });

/** What the command prints. */
async function transit(...args: string[]): Promise<string> {
  let printed = '';
  const out = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += String(text);
    return true;
  });
  try {
    expect(await run(args)).toBe(0);
    return printed;
  } finally {
    out.mockRestore();
  }
}
const seal = async () => writeFileSync(sealed, await transit('seal', server.address, 'shop', file, '--token', token));

test('what the engine sealed comes back as the master key, by a token from a file or from a credential', async () => {
  await seal();
  const opened = await transit('open', server.address, 'shop', sealed, '--token', token);
  expect(Buffer.from(opened, 'base64').equals(key)).toBe(true);
  vi.stubEnv('CREDENTIALS_DIRECTORY', dir);
  writeFileSync(join(dir, 'vault-token'), 'a token');
  expect(await transit('open', server.address, 'shop', sealed)).toBe(opened);
});

test('an engine behind the path of a proxy is asked there, with its own mount', async () => {
  const proxied = await startTransit({ token: 'a token', key: 'shop', mount: 'keys/shop', behind: '/vault' });
  try {
    const ask = (verb: string, address: string, from: string) =>
      transit(verb, address, 'shop', from, '--mount', 'keys/shop', '--token', token);
    writeFileSync(sealed, await ask('seal', proxied.address, file));
    expect(Buffer.from(await ask('open', `${proxied.address}/`, sealed), 'base64').equals(key)).toBe(true);
  } finally {
    await proxied.stop();
  }
});

test('a refusal says why, and neither the token nor the key', async () => {
  await seal();
  const other = join(dir, 'other-token');
  writeFileSync(other, 'another token', { mode: 0o600 });
  const open = (name: string, from: string, by = token) => transit('open', server.address, name, from, '--token', by);
  await expect(open('shop', sealed, other)).rejects.toThrow(
    /^\S+ refused to decrypt with the key shop: 403, permission denied$/,
  );
  await expect(open('nobodys', sealed)).rejects.toThrow('with the key nobodys: 404');
  writeFileSync(join(dir, 'changed'), `vault:v1:${randomBytes(60).toString('base64')}`);
  await expect(open('shop', join(dir, 'changed'))).rejects.toThrow('400, cipher: message authentication failed');
  await expect(open('other/../shop', sealed)).rejects.toThrow('404');
  chmodSync(other, 0o644);
  await expect(open('shop', sealed, other)).rejects.toThrow('is open to other users of this machine: chmod 600 it.');
});

test('an address that others could listen to, one that nobody answers at, and half a question are refused', async () => {
  await seal();
  const open = (address: string) => transit('open', address, 'shop', sealed, '--token', token);
  await expect(open('http://vault.example:8200')).rejects.toThrow('must begin with https://');
  await expect(open('nonsense')).rejects.toThrow('must begin with https://');
  await expect(open('http://127.0.0.1:1')).rejects.toThrow("didn't answer");
  await expect(run(['open', server.address, 'shop'])).rejects.toThrow('Usage: facevalue transit');
  await expect(run(['turn', server.address, 'shop', sealed, '--token', token])).rejects.toThrow('Usage');
  await expect(run(['open', server.address, 'shop', sealed])).rejects.toThrow('Usage');
});
