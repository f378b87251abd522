import type { Db, Tx } from '#platform/db/client.ts';
import { deriveKey, keyIdOf } from '#platform/vault/roots/derive-key.ts';
import { parseRing, type Ring, writeRing } from '#platform/vault/roots/ring.ts';
import { openBox, sealBox } from '#platform/vault/sealed-box.ts';
import { VaultError } from '#platform/vault/vault-error.ts';

/** A ring as the database has it. */
export interface RingRow {
  master_id: string;
  version: number;
  sealed: Uint8Array;
}

/** Any constant that no other lock uses. */
const KEYRING_LOCK = 7_346_107;

const aadOf = (master_id: string) => `keyring under ${master_id}`;

export const masterIdOf = (masterKey: Uint8Array): string => keyIdOf(masterKey).toString('hex');

export const readRows = (sql: Db): PromiseLike<RingRow[]> => sql<RingRow[]>`
  select master_id, version, sealed from keyrings order by master_id`;

/** Only one process changes keys at a time, until its transaction ends. */
export const lockRing = (tx: Tx): PromiseLike<unknown> => tx`select pg_advisory_xact_lock(${KEYRING_LOCK})`;

/** The ring among these rows that a master key opens, or undefined if none is its own. Throws VaultError if that was changed. */
export function openRow(rows: readonly RingRow[], masterKey: Uint8Array): Ring | undefined {
  const id = masterIdOf(masterKey);
  const row = rows.find(({ master_id }) => master_id === id);
  if (!row) return undefined;
  const ring = parseRing(openBox(deriveKey(masterKey, 'keyring'), row.sealed, aadOf(id)).toString('utf8'));
  if (ring.version !== row.version)
    throw new VaultError("The keyring's row has another version than what is sealed in it");
  return ring;
}

/** Writes a ring for a master key. */
export async function keepRing(tx: Tx, masterKey: Uint8Array, ring: Ring, changed_at: Date): Promise<void> {
  const master_id = masterIdOf(masterKey);
  const sealed = sealBox(deriveKey(masterKey, 'keyring'), Buffer.from(writeRing(ring)), aadOf(master_id));
  await tx`
    insert into keyrings ${tx({ master_id, version: ring.version, sealed, changed_at })}
    on conflict (master_id) do update
    set version = excluded.version, sealed = excluded.sealed, changed_at = excluded.changed_at`;
}
