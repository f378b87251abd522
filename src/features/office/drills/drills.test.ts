import { expect, test } from 'vitest';
import { listAlerts } from '#contracts/oversight/alerts.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contracts/time-units.ts';
import { BackupError } from '#platform/backup/store/backup-store.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { recordDrill } from './outcomes/record-drill.ts';
import { isDrillDue } from './weekly/is-drill-due.ts';
import { watchDrills } from './weekly/watch-drills.ts';

const place = '/mnt/backups';
const shop = await createTestShop();
const approver = await shop.createUser({ role: 'admin', duties: ['approver'] });

const ended = (failure: unknown = null) =>
  recordDrill(shop.ctx, { started_at: shop.clock.now(), place, backup: 'b', bytes: 1, segments: 1, failure });
const backedUp = () => {
  const at = shop.clock.now();
  return shop.sql`insert into backups ${shop.sql({ started_at: at, ended_at: at, place, by: 'night', name: 'b' })}`;
};
const due = () => isDrillDue(shop.ctx, place);
const alerts = async () => {
  await watchDrills(shop.ctx, place);
  const { body } = await shop.as(approver)(listAlerts, { query: { open: '1' } });
  return body.data.filter(({ kind }) => kind.startsWith('backup.drill')).map(({ kind }) => kind);
};
/** Moves the clock to the next Sunday, so many hours after midnight (UTC). */
const goToSunday = (hours: number) => {
  const now = shop.clock.now().getTime();
  const midnight = Math.floor((now - 3 * DAY_MS) / (7 * DAY_MS)) * 7 * DAY_MS + 3 * DAY_MS;
  const then = midnight + hours * HOUR_MS;
  shop.clock.advance(then > now ? then - now : then + 7 * DAY_MS - now);
  expect(shop.clock.now().getUTCDay()).toBe(0);
};

test('a drill is due once there is a backup, then every Sunday at four, and a day after one that failed', async () => {
  goToSunday(12);
  expect(await due()).toBe(false);
  await backedUp();
  expect(await due()).toBe(true);
  await ended();
  expect(await due()).toBe(false);
  goToSunday(3);
  expect(await due()).toBe(false);
  goToSunday(4);
  expect(await due()).toBe(true);
  await ended(new BackupError('The store is away.'));
  shop.clock.advance(DAY_MS - MINUTE_MS);
  expect(await due()).toBe(false);
  shop.clock.advance(MINUTE_MS);
  expect(await due()).toBe(true);
});

test('a drill that failed, and none that succeeded for eight days, are alerts until one succeeds', async () => {
  await ended();
  expect(await alerts()).toEqual([]);
  await ended(new BackupError('a, 1 file came back, but not all of it is right: ledger.'));
  expect(await alerts()).toEqual(['backup.drill_failed']);
  shop.clock.advance(8 * DAY_MS + MINUTE_MS);
  expect((await alerts()).sort()).toEqual(['backup.drill_failed', 'backup.drill_overdue']);
  await ended();
  expect(await alerts()).toEqual([]);
});

test('what a failure says is recorded, but no long run of digits or secret of an unknown error', async () => {
  await ended(new Error('the server said 4111111111111111'));
  const [row] = await shop.sql<
    { error: string }[]
  >`select error from backup_drills order by ended_at desc, id desc limit 1`;
  expect(row!.error).toContain('the server said');
  expect(row!.error).not.toContain('4111111111111111');
});

test('the role that serves neither changes nor removes what came of a drill', async () => {
  await expect(shop.ctx.sql`update backup_drills set error = ''`).rejects.toThrow(/permission denied/);
  await expect(shop.ctx.sql`delete from backup_drills`).rejects.toThrow(/permission denied/);
});
