import { existsSync } from 'node:fs';
import type { Db } from '#platform/db/client.ts';
import { createVault, type Vault } from './create-vault.ts';
import type { FindSealedKey } from './sealed-key.ts';

/** Opens a database's vault. Creates a master key only while nothing is sealed: a new key couldn't open what exists. */
export async function openVault(sql: Db, file: string, finders: readonly FindSealedKey[]): Promise<Vault> {
  const found = await Promise.all(finders.map((find) => find(sql)));
  const sealed = found.filter((key) => key !== undefined);
  if (sealed.length > 0 && !existsSync(file)) {
    throw new Error(`The master key of this shop's stock is missing: ${file}. Put it back, or set MASTER_KEY_FILE.`);
  }
  const vault = createVault(file);
  try {
    for (const { data_key, aad } of sealed) vault.unwrap(data_key, aad);
  } catch {
    throw new Error(`This shop's stock was sealed with another master key than ${file}. Check MASTER_KEY_FILE.`);
  }
  return vault;
}
