import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { openShop } from '#app/boot.ts';
import { connect } from '#platform/db/client.ts';
import { fileAt } from '#platform/vault/master-key.ts';
import { withDatabase } from '#tests/support/database-server.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { addCards } from '#tests/support/stock.ts';

const dir = mkdtempSync(join(tmpdir(), 'facevalue key '));

async function open(file: string, url: string) {
  const owner_url = withDatabase(inject('database_url'), new URL(url).pathname.slice(1));
  const { config, log } = (await createTestShop()).ctx;
  const shop = await openShop({
    config: { ...config, master_key: fileAt(file) },
    log,
    database: { url, owner_url },
  });
  onTestFinished(() => shop.close());
}

test('a shop without stock gets a master key; one with stock wants its own, and no other is made', async () => {
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const empty = await createTestShop();
  await open(join(dir, 'first.key'), empty.databaseUrl);
  expect(existsSync(join(dir, 'first.key'))).toBe(true);

  const stocked = await createTestShop();
  await addCards(stocked);
  const missing = join(dir, 'missing.key');
  await expect(open(missing, stocked.databaseUrl)).rejects.toThrow('is missing');
  expect(existsSync(missing)).toBe(false);
  const other = join(dir, 'other.key');
  writeFileSync(other, randomBytes(32), { mode: 0o600 });
  await expect(open(other, stocked.databaseUrl)).rejects.toThrow('another master key');
});

test('a shop whose master key is missing is not migrated, which would come without a backup', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'facevalue-key-')), 'gone.key');
  const shop = await createTestShop();
  await shop.createUser();
  const owner = connect(withDatabase(inject('database_url'), new URL(shop.databaseUrl).pathname.slice(1)), { max: 1 });
  onTestFinished(() => owner.end());
  await owner`delete from schema_migrations where version = 43`;
  await owner`drop table sale_days`;
  await expect(open(file, shop.databaseUrl)).rejects.toThrow(`the master key is missing: ${file}`);
  expect(await owner`select from schema_migrations where version = 43`).toHaveLength(0);
  expect(existsSync(file)).toBe(false);
});
