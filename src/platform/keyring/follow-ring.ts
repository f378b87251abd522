import type { Sql } from '#platform/db/client.ts';
import type { Vault } from '#platform/vault/create-vault.ts';
import { loadMasterKey, type MasterKeyPlace, nameOf } from '#platform/vault/master-key.ts';
import { masterIdOf, openRow, readRows } from './ring-rows.ts';

/**
 * Has a running process use the keys that the database has by now, and read the master key again once the one that it has
 * opens nothing any more. Throws if neither does.
 */
export async function followRing(sql: Sql, vault: Vault, place: MasterKeyPlace): Promise<void> {
  const rows = await readRows(sql);
  const own = rows.find(({ master_id }) => master_id === vault.master_id);
  if (rows.length === 0 || own?.version === vault.ring.version) return;
  const masterKey = loadMasterKey(place);
  const ring = openRow(rows, masterKey);
  if (ring && ring.version < vault.ring.version)
    throw new Error('Somebody put back an earlier keyring: it is not used.');
  if (ring) vault.adopt(masterKey, ring);
  else if (!own)
    throw new Error(
      `The master key was replaced, and ${nameOf(place)} holds another one (${masterIdOf(masterKey)}): put the new one there.`,
    );
}
