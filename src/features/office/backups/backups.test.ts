import { expect, test } from 'vitest';
import { listAlerts } from '#contracts/oversight/alerts.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contracts/time-units.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { isDue } from './nightly/is-due.ts';
import { watchBackups } from './nightly/watch-backups.ts';

const PLACE = '/mnt/backups';
const shop = await createTestShop();
const approver = await shop.createUser({ role: 'admin', duties: ['approver'] });

const ended = (name: string | null, error = '') => {
  const at = shop.clock.now();
  const row = { started_at: at, ended_at: at, place: PLACE, by: 'night', name, error };
  return shop.sql`insert into backups ${shop.sql(row)}`;
};
const alerts = async () => {
  await watchBackups(shop.ctx, PLACE);
  const { body } = await shop.as(approver)(listAlerts, { query: { open: '1' } });
  return body.data.filter(({ kind }) => kind.startsWith('backup.')).map(({ kind }) => kind);
};
/** Moves the clock to the next time that it is so many minutes after midnight (UTC). */
const goTo = (minutes: number) => {
  const now = shop.clock.now().getTime();
  const then = Math.floor(now / DAY_MS) * DAY_MS + minutes * MINUTE_MS;
  shop.clock.advance(then > now ? then - now : then + DAY_MS - now);
};
const due = (has_gap = false) => isDue(shop.ctx, PLACE, has_gap);

test('a backup is due where there is none, once a night, at once if the log has a gap, and after a pause if it failed', async () => {
  goTo(12 * 60);
  expect(await due()).toBe(true);
  await ended(null, 'full');
  expect(await due()).toBe(false);
  shop.clock.advance(15 * MINUTE_MS);
  expect(await due()).toBe(true);
  await ended('first');
  expect(await due()).toBe(false);
  expect(await due(true)).toBe(true);
  goTo(119);
  expect(await due()).toBe(false);
  goTo(120);
  expect(await due()).toBe(true);
});

test('a failed backup and none for 26 hours are alerts until one succeeds', async () => {
  await ended('second');
  expect(await alerts()).toEqual([]);
  await ended(null, `${PLACE} is full: free some space.`);
  expect(await alerts()).toEqual(['backup.failed']);
  shop.clock.advance(26 * HOUR_MS + MINUTE_MS);
  expect((await alerts()).sort()).toEqual(['backup.failed', 'backup.overdue']);
  await ended('third');
  expect(await alerts()).toEqual([]);
});
