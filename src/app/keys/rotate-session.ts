import { MINUTE_MS } from '#contracts/time-units.ts';
import { addKey, retireKey } from '#platform/keyring/change-keys.ts';
import { countRows, resealRows } from '#platform/reseal/reseal-rows.ts';
import { validKeys } from '#platform/vault/roots/ring.ts';
import { ACCESS_TABLES } from '#platform/vault/roots/shared-macs.ts';
import type { Rotation } from './rotate-data.ts';

const SECOND_MS = 1_000;
/** Longer than a transaction runs that began with the former key. */
const IN_USE_MS = 15 * MINUTE_MS;

/**
 * Has accounts, sessions, devices, passkeys and mailed links proved by a new key: nobody is signed out. What changes meanwhile is proved by
 * it anyway, the rest row by row. Run again, it goes on.
 */
export async function rotateSession({ owner, masterKey, say, wait }: Omit<Rotation, 'places'>): Promise<void> {
  const { vault, clock } = owner;
  if (validKeys(vault.ring, 'session').length === 1)
    vault.adopt(masterKey, await addKey({ ...owner, masterKey }, 'session'));
  else say('A rotation was begun before: this goes on with it.');
  const [newest] = validKeys(vault.ring, 'session');
  const until_ms = Date.parse(newest!.starts_at!) - clock.now().getTime();
  if (until_ms > 0) {
    say(`Every process learns of the new key; it is used in ${Math.ceil(until_ms / SECOND_MS)} seconds.`);
    await wait(until_ms);
  }
  for (const table of ACCESS_TABLES) {
    const { former, unproved } = await resealRows(owner, table);
    say(`${former} rows of ${table} are proved by key session ${newest!.number}.${unprovedOf(unproved)}`);
  }
}

const unprovedOf = (count: number) => (count > 0 ? ` ${count} have no MAC that fits, and stay as they are.` : '');

/** Deletes a former key for rows that give access, after the last rows are proved by the new one. */
export async function retireSession(
  { owner, masterKey }: Pick<Rotation, 'owner' | 'masterKey'>,
  number: number,
): Promise<void> {
  const { vault, clock } = owner;
  const [newest] = validKeys(vault.ring, 'session');
  const from_ms = Date.parse(newest?.starts_at ?? clock.now().toISOString()) + IN_USE_MS;
  if (newest?.number !== number && clock.now().getTime() < from_ms)
    throw new Error(
      `Something may still be under way with the former key. Retire it after ${new Date(from_ms).toISOString()}.`,
    );
  for (const table of ACCESS_TABLES) await resealRows(owner, table);
  for (const table of ACCESS_TABLES) {
    const { former } = await countRows(owner, table);
    if (former > 0)
      throw new Error(`Key session ${number} stays: ${former} rows of ${table}. Run facevalue key rotate session.`);
  }
  vault.adopt(masterKey, await retireKey({ ...owner, masterKey }, 'session', number));
}
