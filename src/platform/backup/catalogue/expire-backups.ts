import { DAY_MS } from '#contracts/time-units.ts';
import { plainName } from '../sealing/object-names.ts';
import type { BackupStore } from '../store/backup-store.ts';
import type { BackupIndex } from './manifest.ts';

/** How many days, weeks and months back one backup each stays. */
export interface Keeping {
  days: number;
  weeks: number;
  months: number;
}

/** The backups that stay: the newest of each of the last days, weeks and months that have one. */
export function stayingBackups(backups: readonly BackupIndex[], { days, weeks, months }: Keeping): BackupIndex[] {
  const newestFirst = backups.toSorted((one, other) => other.finished_at.localeCompare(one.finished_at));
  const staying = new Set<BackupIndex>();
  for (const [periods, periodOf] of [
    [days, dayOf],
    [weeks, weekOf],
    [months, monthOf],
  ] as const) {
    const seen = new Set<string | number>();
    for (const each of newestFirst) {
      const period = periodOf(each.finished_at);
      if (seen.size === periods || seen.has(period)) continue;
      seen.add(period);
      staying.add(each);
    }
  }
  return newestFirst.filter((each) => staying.has(each));
}

const dayOf = (at: string) => at.slice(0, 10);
const monthOf = (at: string) => at.slice(0, 7);
/** Weeks begin on Mondays; 1 January 1970 was a Thursday. */
const weekOf = (at: string) => Math.floor((Date.parse(dayOf(at)) / DAY_MS + 3) / 7);

/**
 * Removes the backups of an archive that needn't stay, with every object that no other one needs, and the log from before the
 * daily ones. Says how many backups went.
 */
export async function expireBackups(
  store: BackupStore,
  {
    archive,
    backups,
    keeping,
  }: { archive: string; backups: readonly { index: BackupIndex; name: string }[]; keeping: Keeping },
): Promise<number> {
  const all = backups.map(({ index }) => index);
  const staying = stayingBackups(all, keeping);
  const needed = new Set(staying.flatMap(({ objects, manifest }) => [...objects, manifest]));
  const going = backups.filter(({ index }) => !staying.includes(index));
  for (const { index, name } of going) {
    // First: without its index, what is left is no backup.
    await store.remove(name);
    for (const object of [index.manifest, ...index.objects]) if (!needed.has(object)) await store.remove(object);
  }
  const daily = stayingBackups(all, { ...keeping, weeks: 0, months: 0 });
  const first = daily.map(({ first_segment }) => first_segment).sort()[0];
  for (const name of first ? await store.list(`${archive}/wal/`) : []) {
    const segment = plainName(name)?.split('/').at(-1)?.slice(0, 24);
    if (segment && segment < first!) await store.remove(name);
  }
  return going.length;
}
