import { randomBytes } from 'node:crypto';
import type { Clock } from '#platform/clock.ts';
import type { Sql } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';
import { KEY_BYTES, keyIdOf } from '#platform/vault/roots/derive-key.ts';
import { firstRing, type KeyKind, type Ring, type RingKey, validKeys } from '#platform/vault/roots/ring.ts';
import { recordRing } from './ring-records.ts';
import { keepRing, lockRing, openRow, readRows } from './ring-rows.ts';

/** How long after it is made a key is used: by then every process has read the keyring, a dozen times over. */
export const LEAD_MS = 60_000;

export interface Changing {
  /** Of the owner of the tables. */
  sql: Sql;
  clock: Clock;
  masterKey: Buffer;
}

/** Makes the next key of a kind. Processes learn of it at once, and use it after a minute. Returns the ring as it is then. */
export const addKey = (changing: Changing, kind: KeyKind): Promise<Ring> =>
  changeRing(changing, 'key.made', (ring, now) => {
    // Former keys of the audit log check their links for good.
    if (kind !== 'audit' && validKeys(ring, kind).length > 1)
      throw new Error(`A former key ${kind} still counts: retire it before there is another one.`);
    const number = Math.max(...ring.keys.filter((key) => key.kind === kind).map((key) => key.number)) + 1;
    const starts_at = new Date(now.getTime() + LEAD_MS).toISOString();
    const root = randomBytes(KEY_BYTES);
    const id = keyIdOf(root).toString('hex');
    const key = { kind, number, id, root, made_at: now.toISOString(), starts_at, retired_at: null };
    return { keys: [...ring.keys, key], changed: key };
  });

/** Deletes a key of a kind, for good. The caller has seen that nothing hangs on it. Returns the ring as it is then. */
export const retireKey = (changing: Changing, kind: KeyKind, number: number): Promise<Ring> =>
  changeRing(changing, 'key.retired', (ring, now) => {
    const valid = validKeys(ring, kind);
    if (valid[0]?.number === number)
      throw new Error(`Key ${number} is the newest of its kind: there is none to take its place.`);
    if (!valid.some((key) => key.number === number))
      throw new Error(`There is no key ${kind} ${number} that still counts.`);
    const isIt = (key: RingKey) => key.kind === kind && key.number === number;
    const changed = { ...ring.keys.find(isIt)!, root: null, retired_at: now.toISOString() };
    return { keys: ring.keys.map((key) => (isIt(key) ? changed : key)), changed };
  });

async function changeRing(
  { sql, clock, masterKey }: Changing,
  action: string,
  change: (ring: Ring, now: Date) => { keys: RingKey[]; changed: RingKey },
): Promise<Ring> {
  return transaction(sql, async (tx) => {
    await lockRing(tx);
    const rows = await readRows(tx);
    if (rows.length > 1)
      throw new Error('The master key is being replaced: finish that first, with facevalue key rotate master.');
    const before = openRow(rows, masterKey) ?? firstRing(masterKey);
    const now = clock.now();
    const { keys, changed } = change(before, now);
    const ring = { ...before, version: before.version + 1, keys };
    await keepRing(tx, masterKey, ring, now);
    const { kind, number, id } = changed;
    await recordRing(tx, ring, { action, subject: kind, details: { number, id }, at: now });
    return ring;
  });
}
