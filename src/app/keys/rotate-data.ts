import type { VaultCtx } from '#features/ctx.ts';
import type { Sql } from '#platform/db/client.ts';
import { addKey } from '#platform/keyring/change-keys.ts';
import { replaceKeys } from '#platform/reseal/replace-keys.ts';
import { readFollowed, resealValues } from '#platform/reseal/reseal-values.ts';
import type { SealedPlace } from '#platform/reseal/sealed-place.ts';
import { validKeys } from '#platform/vault/roots/ring.ts';

/** What a change of keys needs besides the shop, as the owner of its tables. */
export interface Rotation {
  owner: VaultCtx & { sql: Sql };
  masterKey: Buffer;
  /** All that is sealed. */
  places: readonly SealedPlace[];
  say: (line: string) => void;
  wait: (ms: number) => Promise<void>;
}

/** What somebody read of a row with its data key is opened by then: only after it are values sealed with another one. */
const SETTLE_MS = 60_000;
const SECOND_MS = 1_000;
const SAID_EVERY = 10_000;

/**
 * Has all that is sealed sealed anew under a new key, while the shop sells: a new key is made, each data key gets a successor, and the
 * values follow step by step. Whoever was interrupted runs it again: it goes on where it was.
 */
export async function rotateData(rotation: Rotation): Promise<void> {
  const { owner, places, say, wait } = rotation;
  const starts_at = await beginRotation(rotation);
  const until_ms = starts_at - owner.clock.now().getTime();
  if (until_ms > 0) {
    say(`Every process learns of the new key; it is used in ${Math.ceil(until_ms / SECOND_MS)} seconds.`);
    await wait(until_ms);
  }
  let replaced = 0;
  for (const place of places) replaced += await replaceKeys(owner, place);
  say(`${replaced} data keys got a successor.`);
  const followed = await Promise.all(places.map((place) => readFollowed(owner, place)));
  if (followed.flat().length > 0) {
    say(`What is being read is read to its end first: ${SETTLE_MS / SECOND_MS} seconds.`);
    await wait(SETTLE_MS);
  }
  const resealed = await resealAll(rotation);
  // Rows that somebody held are free by now.
  say(`${resealed + (await resealAll(rotation))} values were sealed anew.`);
}

/** Makes a key unless a rotation was begun; returns when the newest is used (ms). */
async function beginRotation({ owner, masterKey, say }: Rotation): Promise<number> {
  const { vault } = owner;
  if (validKeys(vault.ring, 'data').length === 1) vault.adopt(masterKey, await addKey({ ...owner, masterKey }, 'data'));
  else say('A rotation was begun before: this goes on with it.');
  const [newest] = validKeys(vault.ring, 'data');
  say(`Key data ${newest!.number} takes the place of data ${newest!.number - 1}.`);
  return Date.parse(newest!.starts_at!);
}

/** Seals anew whatever hangs on a former data key, and says how far it is. */
export async function resealAll({ owner, places, say }: Pick<Rotation, 'owner' | 'places' | 'say'>): Promise<number> {
  let resealed = 0;
  let said = 0;
  for (const place of places) {
    await resealValues(owner, place, (count) => {
      resealed += count;
      if (resealed - said < SAID_EVERY) return;
      said = resealed;
      say(`${resealed} values so far, now those of ${place.table}.`);
    });
  }
  return resealed;
}
