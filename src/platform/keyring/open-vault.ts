import type { Clock } from '#platform/clock.ts';
import type { Db } from '#platform/db/client.ts';
import { type Vault, vaultOf } from '#platform/vault/create-vault.ts';
import { hasMasterKey, loadMasterKey, type MasterKeyPlace, nameOf } from '#platform/vault/master-key.ts';
import { firstRing, type Ring } from '#platform/vault/roots/ring.ts';
import { refuseEarlierRing } from './ring-records.ts';
import { masterIdOf, openRow, type RingRow, readRows } from './ring-rows.ts';
import type { FindSealedKey } from './sealed-key.ts';

interface Opening {
  place: MasterKeyPlace;
  finders: readonly FindSealedKey[];
  clock: Clock;
}

/**
 * Opens a database's vault. Creates a master key only while nothing is sealed: a new key couldn't open what exists. Keys that somebody
 * changes meanwhile are read again.
 */
export async function openVault(sql: Db, opening: Opening): Promise<Vault> {
  for (;;) {
    const rows = await readRows(sql);
    try {
      return await openWith(rows, sql, opening);
    } catch (error) {
      if (isSame(rows, await readRows(sql))) throw error;
    }
  }
}

const isSame = (some: readonly RingRow[], others: readonly RingRow[]): boolean =>
  some.map(({ master_id, version }) => `${master_id} ${version}`).join() ===
  others.map(({ master_id, version }) => `${master_id} ${version}`).join();

async function openWith(rows: readonly RingRow[], sql: Db, { place, finders, clock }: Opening): Promise<Vault> {
  const file = nameOf(place);
  const found = await Promise.all(finders.map((find) => find(sql)));
  const sealed = found.filter((key) => key !== undefined);
  if ((sealed.length > 0 || rows.length > 0) && !hasMasterKey(place))
    throw new Error(`The master key of this shop's stock is missing: ${file}. Put it back, or set MASTER_KEY_FILE.`);
  const masterKey = loadMasterKey(place);
  const vault = vaultOf(masterKey, {
    ring: ringOf(openRow(rows, masterKey), { masterKey, file, replaced: rows.length > 0 }),
    clock,
  });
  try {
    for (const { data_key, aad } of sealed) vault.unwrap(data_key, aad);
  } catch {
    throw new Error(`This shop's stock was sealed with another master key than ${file}. Check MASTER_KEY_FILE.`);
  }
  await refuseEarlierRing(sql, vault);
  return vault;
}

function ringOf(
  ring: Ring | undefined,
  { masterKey, file, replaced }: { masterKey: Uint8Array; file: string; replaced: boolean },
): Ring {
  if (ring) return ring;
  if (!replaced) return firstRing(masterKey);
  throw new Error(
    `${file} holds another master key (${masterIdOf(masterKey)}) than this shop's, which was replaced. Put the new one there: the former one opens only backups from before, which facevalue restore brings back with --at and a time before the replacement.`,
  );
}
