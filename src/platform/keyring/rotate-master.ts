import { existsSync, linkSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { appendAudit } from '#platform/audit/append-audit.ts';
import type { Clock } from '#platform/clock.ts';
import type { Sql } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';
import { fileAt, loadMasterKey, type MasterKeyPlace, syncFolder } from '#platform/vault/master-key.ts';
import { firstRing } from '#platform/vault/roots/ring.ts';
import { recordRing } from './ring-records.ts';
import { keepRing, lockRing, masterIdOf, openRow, readRows } from './ring-rows.ts';

interface Rotating {
  /** Of the owner of the tables. */
  sql: Sql;
  clock: Clock;
  place: MasterKeyPlace;
  /** A file with the new key, which is made if absent; null: the shop's own file gets a new key. */
  given: string | null;
}

/** What a file says that is a mount of its own, as containers have them, when another one is to take its place. */
const MOUNTED = new Set(['EBUSY', 'EXDEV']);

export type Rotated =
  /** The new key is in its place, and the former one refused; null if it isn't on this machine's disk by our doing. */
  | { state: 'replaced'; master_id: string; former_file: string | null }
  /** Both count until somebody has put the new one in its place. */
  | { state: 'admitted'; master_id: string; new_file: string };

/**
 * Replaces the master key: a new one is made, the keyring sealed under both, the file replaced, and the former key's copy of the
 * keyring removed. Each step is found done or is done again, so whoever was interrupted runs it once more.
 */
export async function rotateMaster({ sql, clock, place, given }: Rotating): Promise<Rotated> {
  const masterKey = loadMasterKey(place);
  const waiting = `${place.file}.next`;
  if (await dropFormer(sql, masterKey, clock)) {
    // Its copy, which somebody put in its place.
    if (existsSync(waiting) && loadMasterKey(fileAt(waiting)).equals(masterKey)) rmSync(waiting);
    return { state: 'replaced', master_id: masterIdOf(masterKey), former_file: null };
  }
  if (place.kind !== 'file' && given === null)
    throw new Error(
      `The master key comes from a ${place.kind}. Have a new one made with --new FILE, put it there, restart, and run this again without --new.`,
    );
  const draft = given ?? waiting;
  const next = loadMasterKey(fileAt(draft));
  await admit(sql, { masterKey, next, clock });
  const master_id = masterIdOf(next);
  if (given !== null) return { state: 'admitted', master_id, new_file: given };
  const former_file = `${place.file}.former-${masterIdOf(masterKey)}`;
  if (!replaceFile(place.file, { draft, former_file })) return { state: 'admitted', master_id, new_file: draft };
  await dropFormer(sql, next, clock);
  return { state: 'replaced', master_id, former_file };
}

/** Puts a draft in the place of a file, which stands at another name then; false where something is mounted at the file itself. */
function replaceFile(file: string, { draft, former_file }: { draft: string; former_file: string }): boolean {
  try {
    if (!existsSync(former_file)) linkSync(file, former_file);
    renameSync(draft, file);
  } catch (error) {
    if (!MOUNTED.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    return false;
  }
  syncFolder(dirname(file));
  return true;
}

/** Has the new key open the keyring, too. */
async function admit(
  sql: Sql,
  { masterKey, next, clock }: { masterKey: Buffer; next: Buffer; clock: Clock },
): Promise<void> {
  const ids = [masterKey, next].map(masterIdOf) as [string, string];
  if (ids[0] === ids[1]) throw new Error('The new master key is the one in use.');
  await transaction(sql, async (tx) => {
    await lockRing(tx);
    const rows = await readRows(tx);
    const other = rows.find(({ master_id }) => !ids.includes(master_id));
    if (other)
      throw new Error(
        `Another new master key (${other.master_id}) waits to be put in its place: finish with that one. If it was lost: facevalue key retire master ${other.master_id}.`,
      );
    const before = openRow(rows, masterKey) ?? firstRing(masterKey);
    if (openRow(rows, next)) return;
    const now = clock.now();
    const former = [{ root: masterKey, until: now.toISOString() }, ...before.former];
    const ring = { ...before, version: before.version + 1, former };
    await keepRing(tx, masterKey, ring, now);
    await keepRing(tx, next, ring, now);
    const details = { from: ids[0], to: ids[1] };
    await recordRing(tx, ring, { action: 'key.master_admitted', subject: ids[1], details, at: now });
  });
}

/** Refuses what this master key replaced, if there is anything; false if there is nothing, or this key is the one to be replaced. */
async function dropFormer(sql: Sql, masterKey: Buffer, clock: Clock): Promise<boolean> {
  return transaction(sql, async (tx) => {
    await lockRing(tx);
    const rows = await readRows(tx);
    const replaced = openRow(rows, masterKey)?.former.map(({ root }) => masterIdOf(root)) ?? [];
    const gone = rows
      .map(({ master_id }) => master_id)
      .filter((id) => replaced.includes(id) && id !== masterIdOf(masterKey));
    if (gone.length === 0) return false;
    await tx`delete from keyrings where master_id = any(${gone})`;
    const details = { refused: gone };
    const subject = masterIdOf(masterKey);
    await appendAudit(tx, { actor_id: null, action: 'key.master_replaced', subject, details, at: clock.now() });
    return true;
  });
}
