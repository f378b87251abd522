import { MINUTE_MS } from '#contracts/time-units.ts';
import type { VaultCtx } from '#features/ctx.ts';
import type { Sql } from '#platform/db/client.ts';
import { retireKey } from '#platform/keyring/change-keys.ts';
import { countHanging, type Hanging } from '#platform/reseal/count-hanging.ts';
import { dropFormerKeys } from '#platform/reseal/drop-former-keys.ts';
import type { SealedPlace } from '#platform/reseal/sealed-place.ts';
import { keyIdOf } from '#platform/vault/roots/derive-key.ts';
import { type Ring, validKeys } from '#platform/vault/roots/ring.ts';
import { type Rotation, resealAll } from './rotate-data.ts';

/** Longer than anything runs that has read a data key: nobody seals with the former one any more. */
const IN_USE_MS = 15 * MINUTE_MS;

/** Deletes a former key for data keys, once nothing hangs on it. Throws an error that names what does. */
export async function retireData(rotation: Omit<Rotation, 'wait'>, number: number): Promise<void> {
  const { owner, masterKey, places } = rotation;
  const { root } = requireFormer(owner.vault.ring, number, owner.clock.now());
  await resealAll(rotation);
  for (const place of places) await dropFormerKeys(owner, place);
  const hanging = await hangingOn({ ...owner, places }, keyIdOf(root));
  if (hanging.length > 0) throw new Error(`Key data ${number} stays: ${sentenceOf(hanging)} ${WAY_ON}`);
  owner.vault.adopt(masterKey, await retireKey({ ...owner, masterKey }, 'data', number));
}

const WAY_ON =
  'Run facevalue key rotate data, which goes on where it was; versions of programmes that wait have to be decided or withdrawn.';

function requireFormer(ring: Ring, number: number, now: Date): { root: Buffer } {
  const valid = validKeys(ring, 'data');
  const [newest] = valid;
  const key = valid.find((each) => each.number === number);
  if (!key) throw new Error(`There is no key data ${number} that still counts.`);
  if (key === newest) throw new Error(`Key data ${number} is in use: there is none to take its place.`);
  const from_ms = Date.parse(newest!.starts_at!) + IN_USE_MS;
  if (now.getTime() < from_ms)
    throw new Error(
      `Something may still be under way that is sealed with the former key. Retire it after ${new Date(from_ms).toISOString()}.`,
    );
  return key;
}

/** Places where something hangs on a key. */
export async function hangingOn(
  { places, ...counting }: { sql: Sql; vault: VaultCtx['vault']; places: readonly SealedPlace[] },
  key_id: Buffer,
): Promise<Hanging[]> {
  const found: Hanging[] = [];
  for (const place of places) {
    const hanging = await countHanging({ ...counting, place, key_id });
    if (hanging.data_keys > 0 || hanging.waiting > 0) found.push(hanging);
  }
  return found;
}

/** What hangs on a key, as one sentence. */
export const sentenceOf = (hanging: readonly Hanging[]): string =>
  `${hanging
    .map(({ place, data_keys, values, waiting }) => {
      const sealed = Object.entries(values).map(([table, count]) => `${count} of ${table}`);
      const waits = waiting > 0 ? `, ${waiting} waiting` : '';
      return `${data_keys} data keys of ${place}${sealed.length > 0 ? ` with ${sealed.join(' and ')}` : ''}${waits}`;
    })
    .join('; ')}.`;
