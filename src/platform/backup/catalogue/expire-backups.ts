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

/** A backup by when it ended. */
interface Ended {
  finished_at: string;
}

/** The backups that stay: the newest of each of the last days, weeks and months that have one. */
export function stayingBackups<B extends Ended>(backups: readonly B[], keeping: Keeping): B[] {
  const newestFirst = backups.toSorted((one, other) => other.finished_at.localeCompare(one.finished_at));
  const staying = new Set(periodsOf(keeping).flatMap((periods) => newestOfEach(newestFirst, periods)));
  return newestFirst.filter((each) => staying.has(each));
}

/** What the last backups of a kind of period are told apart by. */
interface Periods {
  count: number;
  of: (at: string) => number;
  /** The first moment (ms) after a period. */
  endOf: (period: number) => number;
}

const periodsOf = ({ days, weeks, months }: Keeping): Periods[] => [
  { count: days, of: dayOf, endOf: (day) => (day + 1) * DAY_MS },
  { count: weeks, of: weekOf, endOf: (week) => (7 * (week + 1) - MONDAY) * DAY_MS },
  { count: months, of: monthOf, endOf: (month) => Date.UTC(1970, month + 1) },
];

function newestOfEach<B extends Ended>(newestFirst: readonly B[], { count, of }: Periods): B[] {
  const seen = new Set<number>();
  return newestFirst.filter(({ finished_at }) => {
    if (seen.size === count || seen.has(of(finished_at))) return false;
    seen.add(of(finished_at));
    return true;
  });
}

/**
 * Until when (ms) a backup stays at least, where each period goes on to have one: as the newest of its day, or of a week or a month that
 * has ended. 0: the next removal takes it.
 */
export function staysUntil(
  backup: Ended,
  backups: readonly Ended[],
  { keeping, now }: { keeping: Keeping; now: Date },
): number {
  const newestFirst = backups.toSorted((one, other) => other.finished_at.localeCompare(one.finished_at));
  const ends = periodsOf(keeping).map((periods, place) => {
    const period = periods.of(backup.finished_at);
    const isNewest = newestFirst.find((each) => periods.of(each.finished_at) === period) === backup;
    // The newest of a week that goes on is another one tomorrow.
    const counts = place === 0 || periods.endOf(period) <= now.getTime();
    return isNewest && counts && periods.count > 0 ? periods.endOf(period + periods.count - 1) : 0;
  });
  return Math.max(...ends);
}

/** Days since 1 January 1970, which was a Thursday; weeks begin on Mondays. */
const MONDAY = 3;
const dayOf = (at: string) => Math.floor(Date.parse(at) / DAY_MS);
const weekOf = (at: string) => Math.floor((dayOf(at) + MONDAY) / 7);
const monthOf = (at: string) => {
  const day = new Date(at);
  return (day.getUTCFullYear() - 1970) * 12 + day.getUTCMonth();
};

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
  const first = daily.flatMap((each) => (each.format === 1 ? [each.first_segment] : [])).sort()[0];
  for (const name of first ? await store.list(`${archive}/wal/`) : []) {
    const segment = plainName(name)?.split('/').at(-1)?.slice(0, 24);
    if (segment && segment < first!) await store.remove(name);
  }
  return going.length;
}
