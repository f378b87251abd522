import type { Shop } from '#app/boot.ts';
import { hangingOn, sentenceOf } from '#app/keys/retire-data.ts';
import { keyIdOf } from '#platform/vault/derive-key.ts';
import { KEY_KINDS, keyInUse, type RingKey } from '#platform/vault/ring.ts';
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
      say(`${kind} ${key.number}`, key.id, since, state, await hangs(shop, key));
    }
  }
  return 0;
}

function stateOf({ number, retired_at }: RingKey, used: number): string {
  if (retired_at !== null) return 'retired';
  if (number === used) return 'in use';
  return number > used ? 'coming' : 'former';
}

async function hangs({ asOwner }: Shop, { kind, root, id }: RingKey): Promise<string> {
  if (root === null) return NOTHING;
  if (kind === 'audit') return AUDIT;
  const hanging = await asOwner((owner) => hangingOn(owner, Buffer.from(id, 'hex')));
  return hanging.length > 0 ? sentenceOf(hanging) : NOTHING;
}

const NOTHING = 'Nothing.';
const AUDIT = 'Links and anchors of the audit log that it made: it checks them for good.';
