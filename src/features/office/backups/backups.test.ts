import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, onTestFinished, test } from 'vitest';
import { listBackups } from '#contracts/office/backups.ts';
import { listAlerts } from '#contracts/oversight/alerts.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contracts/time-units.ts';
import { openArchive } from '#platform/backup/archive/archive-state.ts';
import { newBackupId } from '#platform/backup/catalogue/new-backup-id.ts';
import { keyFingerprint } from '#platform/backup/sealing/key-fingerprint.ts';
import { vouchedName } from '#platform/backup/sealing/object-names.ts';
import { BackupError } from '#platform/backup/store/backup-store.ts';
import { vaultOf } from '#platform/vault/create-vault.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { followsNothing } from './nightly/follows-nothing.ts';
import { isDue } from './nightly/is-due.ts';
import { noteRemovalFailure, noteStored } from './nightly/note-stored.ts';
import { removeExpired } from './nightly/remove-expired.ts';
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

test('the log follows no backup after it began anew, and none of a master key that was replaced', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'facevalue-follows-'));
  onTestFinished(() => rm(dir, { recursive: true }));
  const archive = await openArchive(dir, PLACE);
  const [former, current] = [1, 2].map((byte) => vaultOf(Buffer.alloc(32, byte)).backups);
  expect(await followsNothing(archive, former!)).toBe(true);
  const { archive: name, gaps } = await archive.read();
  const made = { archive: name, backup: 'one', version: '1', server_version: 180_000, settings: [] };
  await archive.writeManifest({ ...made, key_fingerprint: keyFingerprint(former!), directories: [], files: [] });
  await archive.noteCovered(gaps);
  expect(await followsNothing(archive, former!)).toBe(false);
  expect(await followsNothing(archive, current!)).toBe(true);
  await archive.noteGap();
  expect(await followsNothing(archive, former!)).toBe(true);
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

test('old backups that stay are an alert until the next removal succeeds', async () => {
  await ended('fourth');
  await noteRemovalFailure(shop.ctx, PLACE, new BackupError('The key may not delete.'));
  expect(await alerts()).toEqual(['backup.not_removed']);
  await noteStored(shop.ctx, PLACE, { there: ['third', 'fourth'], whole: ['fourth'], broken: [] });
  expect(await alerts()).toEqual([]);
});

test('backups of a store that was away for a night are listed again once it is back', async () => {
  const there = ['third', 'fourth'];
  const removed = async () =>
    (
      await shop.sql<{ name: string }[]>`
      select name from backups where place = ${PLACE} and removed_at is not null order by name`
    ).map(({ name }) => name);
  await noteStored(shop.ctx, PLACE, { there: [], whole: [], broken: [] });
  expect(await removed()).toEqual(expect.arrayContaining(there));
  await noteStored(shop.ctx, PLACE, { there, whole: there, broken: [] });
  expect(await removed()).toEqual(['first', 'second']);
});

test('a backup that lost a part is complete no more, and is again with all of them', async () => {
  const there = ['third', 'fourth'];
  const whole = async () =>
    (
      await shop.sql<{ name: string }[]>`
      select name from backups where place = ${PLACE} and name = any(${there}) and found_at is not null
      order by ended_at`
    ).map(({ name }) => name);
  await noteStored(shop.ctx, PLACE, { there, whole: there, broken: [] });
  await noteStored(shop.ctx, PLACE, { there, whole: ['fourth'], broken: ['third'] });
  expect(await whole()).toEqual(['fourth']);
  await noteStored(shop.ctx, PLACE, { there, whole: [], broken: [] });
  expect(await whole(), 'of another data directory').toEqual(['fourth']);
  await noteStored(shop.ctx, PLACE, { there, whole: there, broken: [] });
  expect(await whole()).toEqual(there);
});

test('after each backup the store is asked which backups have all of their objects', async () => {
  const data_dir = mkdtempSync(join(tmpdir(), 'facevalue-backups-'));
  onTestFinished(() => rmSync(data_dir, { recursive: true }));
  const ctx = { ...shop.ctx, config: { ...shop.ctx.config, data_dir } };
  const { archive } = await (await openArchive(data_dir, PLACE)).read();
  const at = shop.clock.now();
  const [backup, time] = [newBackupId(at), at.toISOString()];
  const dump = { format: 2, archive, backup, started_at: time, finished_at: time, bytes: 1, stored_bytes: 1 };
  const index = Buffer.from(JSON.stringify({ ...dump, manifest: 'manifest', objects: ['one', 'two'] }));
  const digest = createHash('sha256').update(index).digest('hex');
  const name = vouchedName(ctx.vault.backups, `${archive}/${backup}/index.json`)(digest);
  const objects = [name, 'manifest', 'one', 'two'];
  const store = {
    place: PLACE,
    put: () => Promise.reject(new Error('nothing is stored here')),
    read: async () => Readable.from([index]),
    list: async (prefix: string) => objects.filter((object) => object.startsWith(prefix)),
    remove: async () => {},
  };
  await ended(backup);
  const isWhole = async () => {
    await removeExpired(ctx, store, { days: 1, weeks: 0, months: 0 });
    const [row] = await shop.sql<[{ found_at: string | null; removed_at: string | null }]>`
      select found_at, removed_at from backups where name = ${backup}`;
    expect(row.removed_at).toBeNull();
    return row.found_at !== null;
  };
  expect(await isWhole()).toBe(true);
  objects.pop();
  expect(await isWhole()).toBe(false);
  objects.push('two');
  expect(await isWhole()).toBe(true);
});

test('staff see what the store has, newest first, with whether it is whole and how long it stays; nobody else', async () => {
  const target = '/mnt/listed';
  const backup = { target, recipient: 'age1', keeping: { days: 1, weeks: 1, months: 0 }, drill_identity_file: null };
  const other = await createTestShop({ backup });
  const staff = await other.createUser({ role: 'admin', duties: ['auditor'] });
  const add = (name: string | null, at: string, more: object = {}) => {
    const row = { started_at: at, ended_at: at, place: target, by: 'night', name, error: name ? '' : 'full', ...more };
    return other.sql`insert into backups ${other.sql({ bytes: 2_000_000, stored_bytes: 1_000_000, ...row })}`;
  };
  const now = other.clock.now().getTime();
  const before = (ms: number) => new Date(now - ms).toISOString();
  await add('gone', before(3 * DAY_MS), { removed_at: before(2 * DAY_MS) });
  await add('first', before(DAY_MS));
  await add('second', before(2), { form: 'dump', by: 'upgrade', found_at: before(0) });
  await add(null, before(1));
  const midnight = Math.floor(now / DAY_MS) * DAY_MS;
  const { body } = await other.as(staff)(listBackups, {});
  expect(body.data).toMatchObject({ by: 'shop', place: target, removal_error: '', failure: { reason: 'full' } });
  expect(body.data.backups).toMatchObject([
    {
      name: 'second',
      form: 'dump',
      by: 'upgrade',
      stored_bytes: 1_000_000,
      stays_until: new Date(midnight + DAY_MS).toISOString(),
    },
    { name: 'first', form: 'files', found_at: null, stays_until: new Date(midnight).toISOString() },
  ]);
  expect((await other.as(null)(listBackups, {})).status).toBe(401);
  expect((await other.as(await other.createUser())(listBackups, {})).status).toBe(403);
  const { body: none } = await shop.as(approver)(listBackups, {});
  expect(none.data).toMatchObject({ by: 'nobody', place: null, backups: [] });
});
