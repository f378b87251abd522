import { cp, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { expect, test, vi } from 'vitest';
import { createDataDir, endShop, openBooks, postgresPid, runToEnd, startShop } from '#tests/support/shop-process.ts';

const PATIENCE = { timeout: 300_000, interval: 500 };

test('a shop whose master key was replaced backs up by itself, comes back with the new key, and as a copy for staging', async () => {
  const dir = await createDataDir();
  const base = dirname(dir);
  const target = join(base, 'backups');
  const identity_file = join(base, 'identity');
  const identity = await generateX25519Identity();
  await mkdir(target);
  await writeFile(identity_file, `${identity}\n`, { mode: 0o600 });
  const shop = await startShop(dir, { BACKUP_TARGET: target, BACKUP_KEY: await identityToRecipient(identity) });
  const books = await openBooks(dir);
  const taken = (count: number) =>
    vi.waitFor(
      async () => expect(await books`select from backups where name is not null`).toHaveLength(count),
      PATIENCE,
    );
  await taken(1);
  const former = join(base, 'former.key');
  await cp(join(dir, 'master.key'), former);
  const rotated = await runToEnd(dir, 'src/cli.ts', ['key', 'rotate', 'master']);
  expect([rotated.code, rotated.output]).toEqual([0, expect.stringContaining('the former one is refused')]);
  await taken(2);
  await books.end({ timeout: 0 });
  process.kill(await postgresPid(dir), 'SIGKILL');
  await endShop(shop, 'SIGKILL');
  const current = join(base, 'current.key');
  await cp(join(dir, 'master.key'), current);

  const restore = (to: string, key: string, args: string[] = []) =>
    runToEnd(
      join(base, 'none'),
      'src/cli.ts',
      ['restore', target, '--to', join(base, to), '--identity', identity_file, ...args],
      { MASTER_KEY_FILE: key },
    );
  const back = await restore('back', current);
  expect(back.output).toContain('the chain is intact');
  expect(back.output).toMatch(/[1-9]\d* cards, one of each batch, open with the master key/);
  expect(back.code).toBe(0);
  const copy = await restore('staging', current, ['--scrub']);
  expect([copy.code, copy.output]).toEqual([0, expect.stringContaining('with a master key of its own')]);
  expect((await restore('neither', former)).code).toBe(1);
}, 600_000);
