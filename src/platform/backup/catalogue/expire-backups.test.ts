import { expect, test } from 'vitest';
import { DAY_MS } from '#contracts/time-units.ts';
import { expireBackups, stayingBackups, staysUntil } from './expire-backups.ts';
import type { FilesIndex } from './manifest.ts';

const NEWEST = Date.parse('2026-11-26T02:10:00Z');
const KEEPING = { days: 7, weeks: 4, months: 12 };

/** A backup every night, newest first; each holds one file of its own and one that all share. */
const nightly = (count: number): FilesIndex[] =>
  Array.from({ length: count }, (_, before) => {
    const finished_at = new Date(NEWEST - before * DAY_MS).toISOString();
    const segment = (count - before).toString(16).toUpperCase().padStart(24, '0');
    return {
      format: 1,
      archive: 'a'.repeat(16),
      backup: finished_at,
      started_at: finished_at,
      finished_at,
      first_segment: segment,
      last_segment: segment,
      bytes: 1,
      stored_bytes: 1,
      manifest: `manifest ${finished_at}`,
      objects: [`own ${finished_at}`, 'shared'],
    };
  });

const days = (backups: readonly FilesIndex[]) => backups.map(({ finished_at }) => finished_at.slice(0, 10));

test('the newest of each of 7 days, 4 weeks and 12 months stays', () => {
  const staying = days(stayingBackups(nightly(500), KEEPING));
  expect(staying.slice(0, 7)).toEqual(days(nightly(7)));
  // Sundays end weeks.
  expect(staying).toEqual(expect.arrayContaining(['2026-11-22', '2026-11-15', '2026-11-08']));
  expect(staying).toEqual(expect.arrayContaining(['2026-10-31', '2026-06-30', '2025-12-31']));
  expect(staying).not.toContain('2025-11-30');
  expect(staying).toHaveLength(7 + 2 + 11);
});

test('the only backup stays however old it is', () => {
  expect(stayingBackups(nightly(1), { days: 1, weeks: 0, months: 0 })).toHaveLength(1);
});

test('what goes takes its own objects and its log along, and none that another backup needs', async () => {
  const all = nightly(3).map((index) => ({ index, name: `index ${index.finished_at}` }));
  const removed: string[] = [];
  const mac = '0'.repeat(64);
  const log = all.map(({ index }) => `${index.archive}/wal/${index.first_segment}.${mac}.zst.age`);
  const store = {
    place: 'a test',
    put: () => Promise.reject(new Error('nothing is stored here')),
    read: () => Promise.reject(new Error('nothing is read here')),
    list: async () => log,
    remove: async (name: string) => {
      removed.push(name);
    },
  };
  const keeping = { days: 2, weeks: 0, months: 0 };
  expect(await expireBackups(store, { archive: 'a'.repeat(16), backups: all, keeping })).toBe(1);
  const { index, name } = all[2]!;
  expect(removed).toEqual([name, index.manifest, index.objects[0], log[2]]);
});

test('a backup stays to the end of the last period whose newest it is', () => {
  const all = nightly(500);
  const until = (day: string) => {
    const found = all.find(({ finished_at }) => finished_at.startsWith(day))!;
    const ms = staysUntil(found, all, { keeping: KEEPING, now: new Date(NEWEST) });
    return ms === 0 ? null : new Date(ms).toISOString().slice(0, 10);
  };
  // The newest of its day alone, of its week, and of its month; those of this week and month are others tomorrow.
  expect(until('2026-11-24')).toBe('2026-12-01');
  expect(until('2026-11-22')).toBe('2026-12-14');
  expect(until('2026-10-31')).toBe('2027-10-01');
  expect(until('2026-11-26')).toBe('2026-12-03');
  // Another one of the same day took its place.
  const [newer, older] = nightly(1).flatMap((one) => [one, { ...one, finished_at: '2026-11-26T01:00:00.000Z' }]);
  expect(staysUntil(older!, [newer!, older!], { keeping: KEEPING, now: new Date(NEWEST) })).toBe(0);
});
