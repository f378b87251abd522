import type { Shop } from '#app/boot.ts';
import { sealedPlacesOf } from '#app/features.ts';
import { retireData } from '#app/keys/retire-data.ts';
import { retireSession } from '#app/keys/rotate-session.ts';
import { retirePushKeys } from '#features/identity/push/keys/renew-push-key.ts';
import { withdrawMaster } from '#platform/keyring/withdraw-master.ts';
import { loadMasterKey } from '#platform/vault/master-key.ts';
import { USAGE } from './usage.ts';

const ways = { data: retireData, session: retireSession };

/**
 * `facevalue key retire KIND NUMBER`: deletes a former key, if nothing hangs on it; or refuses a new master key that was lost before it was in
 * its place.
 */
export async function retire(
  { asOwner, background }: Shop,
  [kind = '', number = '', ...rest]: string[],
): Promise<number> {
  const say = (line: string) => void process.stdout.write(`${line}\n`);
  if (kind === 'push' && number === '') {
    const browsers = await asOwner(retirePushKeys);
    say(`Former push keys are deleted; ${browsers} browsers are told nothing until they subscribe again.`);
    return 0;
  }
  if (kind === 'master' && /^[0-9a-f]{8}$/.test(number) && rest.length === 0) {
    const masterKey = loadMasterKey(background.config.master_key);
    await asOwner((owner) => withdrawMaster({ ...owner, masterKey }, number));
    say(`The new master key ${number} is refused, and the one in use stays.`);
    return 0;
  }
  if ((kind !== 'data' && kind !== 'session') || !/^[1-9][0-9]{0,5}$/.test(number) || rest.length > 0)
    throw new Error(USAGE);
  const { config } = background;
  const given = { masterKey: loadMasterKey(config.master_key), places: sealedPlacesOf(config.demo), say };
  await asOwner((owner) => ways[kind]({ ...given, owner }, Number(number)));
  say(`Key ${kind} ${number} is deleted.`);
  return 0;
}
