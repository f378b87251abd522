import type { Shop } from '#app/boot.ts';
import { sealedPlacesOf } from '#app/features.ts';
import { hangingOn, sentenceOf } from '#app/keys/retire-data.ts';
import { readPushKeys } from '#features/identity/push/keys/renew-push-key.ts';
import { countRows } from '#platform/reseal/reseal-rows.ts';
import { keyIdOf } from '#platform/vault/roots/derive-key.ts';
import { KEY_KINDS, keyInUse, type RingKey } from '#platform/vault/roots/ring.ts';
import { ACCESS_TABLES } from '#platform/vault/roots/shared-macs.ts';
import { USAGE } from './usage.ts';

const say = (...columns: string[]) =>
  process.stdout.write(
    `${columns
      .map((column, at) => column.padEnd([10, 10, 22, 10][at] ?? 0))
      .join('')
      .trimEnd()}\n`,
  );

/** `facevalue key list`: each key, its age, and what hangs on it. */
export async function listKeys(shop: Shop, args: string[]): Promise<number> {
  if (args.length > 0) throw new Error(USAGE);
  const { vault, clock } = shop.background;
  const { ring } = vault;
  say('KEY', 'ID', 'SINCE', 'STATE', 'WHAT HANGS ON IT');
  say('master', vault.master_id, ring.former[0]?.until.slice(0, 19) ?? 'the beginning', 'in use', 'The keys below.');
  for (const { root, until } of ring.former)
    say('master', keyIdOf(root).toString('hex'), '', 'refused', `Backups from before ${until.slice(0, 19)}.`);
  for (const kind of KEY_KINDS) {
    const used = keyInUse(ring, kind, clock.now()).number;
    for (const key of ring.keys.filter((each) => each.kind === kind)) {
      const state = stateOf(key, used);
      const since = key.starts_at?.slice(0, 19) ?? 'the beginning';
      say(`${kind} ${key.number}`, key.id, since, state, await hangs(shop, key, state));
    }
  }
  for (const [at, { public_key, created_at, browsers }] of (await readPushKeys(shop.background.sql)).entries())
    say(
      'push',
      public_key.slice(0, 8),
      created_at.slice(0, 19),
      at === 0 ? 'in use' : 'former',
      `${browsers} browsers.`,
    );
  return 0;
}

type State = 'in use' | 'former' | 'coming' | 'retired';

function stateOf({ number, retired_at }: RingKey, used: number): State {
  if (retired_at !== null) return 'retired';
  if (number === used) return 'in use';
  return number > used ? 'coming' : 'former';
}

async function hangs(shop: Shop, { kind, id }: RingKey, state: State): Promise<string> {
  if (state === 'retired' || state === 'coming') return NOTHING;
  if (kind === 'audit') return AUDIT;
  if (kind === 'session') return state === 'in use' ? ACCESS : rowsOf(shop);
  const places = sealedPlacesOf(shop.background.config.demo);
  const hanging = await shop.asOwner((owner) => hangingOn({ ...owner, places }, Buffer.from(id, 'hex')));
  return hanging.length > 0 ? sentenceOf(hanging) : NOTHING;
}

/** Rows that a former key proves. */
async function rowsOf({ asOwner }: Shop): Promise<string> {
  const counted = await asOwner((owner) => Promise.all(ACCESS_TABLES.map((table) => countRows(owner, table))));
  const hanging = ACCESS_TABLES.flatMap((table, at) =>
    counted[at]!.former > 0 ? [`${counted[at]!.former} rows of ${table}`] : [],
  );
  return hanging.length > 0 ? `${hanging.join('; ')}.` : NOTHING;
}

const NOTHING = 'Nothing.';
const ACCESS = 'Accounts, sessions, devices, passkeys and mailed links.';
const AUDIT = 'Links and anchors of the audit log that it made: it checks them for good.';
