import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Shop } from '#app/boot.ts';
import { sealedPlacesOf } from '#app/features.ts';
import { rotateAudit } from '#app/keys/rotate-audit.ts';
import { rotateData } from '#app/keys/rotate-data.ts';
import { rotateSession } from '#app/keys/rotate-session.ts';
import { renewPushKey } from '#features/identity/push/keys/renew-push-key.ts';
import { rotateMaster } from '#platform/keyring/rotate-master.ts';
import { loadMasterKey } from '#platform/vault/master-key.ts';
import { USAGE } from './usage.ts';

const say = (line: string) => void process.stdout.write(`${line}\n`);

/** `facevalue key rotate KIND`: puts a new key in the place of one. Run again, it goes on with what was interrupted. */
export async function rotate(shop: Shop, args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { new: { type: 'string' } } });
  const [kind, ...rest] = positionals;
  if (rest.length > 0 || (values.new !== undefined && kind !== 'master')) throw new Error(USAGE);
  if (kind === 'master') await replaceMaster(shop, values.new ?? null);
  else if (kind === 'push') await replacePush(shop);
  else if (kind === 'data' || kind === 'audit' || kind === 'session') await replace(shop, kind);
  else throw new Error(USAGE);
  return 0;
}

const ways = { data: rotateData, audit: rotateAudit, session: rotateSession };

async function replace({ asOwner, background }: Shop, kind: keyof typeof ways): Promise<void> {
  const { config } = background;
  const given = { masterKey: loadMasterKey(config.master_key), places: sealedPlacesOf(config.demo), say };
  await asOwner((owner) => ways[kind]({ ...given, owner, wait: (ms) => delay(ms) }));
  if (kind !== 'audit')
    say(
      `Both keys count until you delete the former one, in a quarter of an hour or later: facevalue key retire ${kind} NUMBER.`,
    );
}

async function replacePush({ asOwner }: Shop): Promise<void> {
  const public_key = await asOwner(renewPushKey);
  say(
    `Browsers subscribe with ${public_key} from now on. Others come over when their owner opens the page with notifications.`,
  );
  say(
    'Delete the former key when few are left, which ends their subscriptions: facevalue key list, facevalue key retire push.',
  );
}

async function replaceMaster({ asOwner, background }: Shop, given: string | null): Promise<void> {
  const { config, clock } = background;
  const rotated = await asOwner(({ sql }) => rotateMaster({ sql, clock, place: config.master_key, given }));
  const { master_id } = rotated;
  if (rotated.state === 'admitted') {
    say(
      `Both master keys count. Put ${rotated.new_file} (${master_id}) in the place of the former one, restart, and run facevalue key rotate master.`,
    );
    return;
  }
  const { former_file } = rotated;
  say(
    `The master key is ${master_id} now, and the former one is refused. Running processes go on with it by themselves.`,
  );
  if (former_file)
    say(
      `The former one is in ${former_file}. It opens backups from before: put it where you keep it, and remove it here.`,
    );
  say('Take a backup, and print new shares: facevalue backup, facevalue key shares.');
}
