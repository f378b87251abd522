import type { Shop } from '#app/boot.ts';
import { type Leaked, listExposed } from '#features/supply/batches/secrets/list-exposed.ts';
import { keyIdOf } from '#platform/vault/roots/derive-key.ts';
import type { Ring } from '#platform/vault/roots/ring.ts';
import { USAGE } from './usage.ts';

/**
 * `facevalue key exposed KIND KEY`: every card that whoever has this key and a copy of the database could have opened, as CSV without
 * codes; how many in which state on the terminal.
 */
export async function listExposedCards({ background }: Shop, [kind, name = '', ...rest]: string[]): Promise<number> {
  if (rest.length > 0) throw new Error(USAGE);
  const leaked = leakedOf(background.vault.ring, background.vault.master_id, `${kind} ${name}`);
  const states = new Map<string, number>();
  process.stdout.write('card_id,programme,batch_id,state,face_cents,currency\n');
  for await (const page of listExposed(background.sql, leaked)) {
    for (const { card_id, programme, batch_id, state, face_cents, currency } of page) {
      states.set(state, (states.get(state) ?? 0) + 1);
      process.stdout.write(`${[card_id, quoted(programme), batch_id, state, face_cents, currency].join()}\n`);
    }
  }
  const counted = [...states].toSorted().map(([state, count]) => `${count} ${state}`);
  process.stderr.write(counted.length > 0 ? `${counted.join(', ')}.\n` : 'No card.\n');
  return 0;
}

/** Which key is meant. A retired one is known by its number alone: what it wrapped was noted under its id. */
function leakedOf({ keys, former }: Ring, master_id: string, named: string): Leaked {
  const data = keys.find(({ kind, number }) => kind === 'data' && named === `data ${number}`);
  if (data) return { key_id: Buffer.from(data.id, 'hex') };
  if (named === `master ${master_id}`) return { until: null };
  const replaced = former.find(({ root }) => named === `master ${keyIdOf(root).toString('hex')}`);
  if (replaced) return { until: new Date(replaced.until) };
  throw new Error(USAGE);
}

/** A name of a programme as RFC 4180 writes it; none begins a formula. */
const quoted = (text: string) => `"${text.replaceAll('"', '""').replace(/^[=+\-@\t\r]/, "'$&")}"`;
