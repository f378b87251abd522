import { transaction } from '#platform/db/transaction.ts';
import type { Changing } from './change-keys.ts';
import { recordRing } from './ring-records.ts';
import { keepRing, lockRing, masterIdOf, openRow, readRows } from './ring-rows.ts';

/**
 * Refuses a new master key that waits to be put in its place, such as one whose file was lost: until then no key can be changed. Throws
 * if none of this id waits to replace the one given.
 */
export async function withdrawMaster({ sql, clock, masterKey }: Changing, id: string): Promise<void> {
  await transaction(sql, async (tx) => {
    await lockRing(tx);
    const rows = await readRows(tx);
    const before = openRow(rows, masterKey);
    const isReplaced = before?.former.some(({ root }) => root.equals(masterKey));
    const waits = id !== masterIdOf(masterKey) && rows.some(({ master_id }) => master_id === id);
    if (!before || !isReplaced || !waits) throw new Error(`No new master key ${id} waits to be put in its place.`);
    await tx`delete from keyrings where master_id = ${id}`;
    const former = before.former.filter(({ root }) => !root.equals(masterKey));
    const ring = { ...before, version: before.version + 1, former };
    const now = clock.now();
    await keepRing(tx, masterKey, ring, now);
    await recordRing(tx, ring, { action: 'key.master_withdrawn', subject: id, details: {}, at: now });
  });
}
