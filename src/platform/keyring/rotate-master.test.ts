import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { createManualClock } from '#platform/clock.ts';
import { vaultOf } from '#platform/vault/create-vault.ts';
import { fileAt, loadMasterKey, type MasterKeyPlace } from '#platform/vault/master-key.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { addKey } from './change-keys.ts';
import { followRing } from './follow-ring.ts';
import { openVault } from './open-vault.ts';
import { masterIdOf } from './ring-rows.ts';
import { rotateMaster } from './rotate-master.ts';
import { withdrawMaster } from './withdraw-master.ts';

const { sql } = await createTestDatabase();
const clock = createManualClock(new Date('2026-11-26T12:00:00Z'));
let dir: string;
let place: MasterKeyPlace;

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), 'facevalue-master-'));
  place = fileAt(join(dir, 'master.key'));
  await sql`truncate keyrings`;
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`delete from audit_entries`;
  });
});
afterEach(() => rmSync(dir, { recursive: true }));

const rotate = (given: string | null = null) => rotateMaster({ sql, clock, place, given });
const open = (file = place.file) => openVault(sql, { place: fileAt(file), finders: [], clock });

describe('replacing the master key', () => {
  test('puts a new one into the file; the former one is refused, and all that was made with it counts', async () => {
    const before = await open();
    const { wrapped, key } = before.newDataKey('batch 1');
    const masterKey = loadMasterKey(place);
    const rotated = await rotate();
    if (rotated.state !== 'replaced') throw new Error('the new one waits');
    const { master_id, former_file } = rotated;
    expect(master_id).toBe(masterIdOf(loadMasterKey(place)));
    expect(readFileSync(former_file!).equals(masterKey)).toBe(true);
    const after = await open();
    expect(after.unwrap(wrapped, 'batch 1').equals(key)).toBe(true);
    for (const way of ['mac', 'auditMac'] as const)
      expect(after[way]('a', 'b').equals(before[way]('a', 'b'))).toBe(true);
    expect(after.own.mac('a', 'b').equals(before.own.mac('a', 'b'))).toBe(true);
    expect(after.blindIndex('a').equals(before.blindIndex('a'))).toBe(true);
    expect(after.signer('sums').public_key.equals(before.signer('sums').public_key)).toBe(true);
    await expect(open(former_file!)).rejects.toThrow(
      /which was replaced\. Put the new one there: .* --at and a time before/,
    );
    expect(
      await sql`select action, subject from audit_entries where action like 'key.%' order by id desc limit 2`,
    ).toEqual([
      { action: 'key.master_replaced', subject: master_id },
      { action: 'key.master_admitted', subject: master_id },
    ]);
  });

  test('backups are vouched for by the new one alone, which knows those of former ones', async () => {
    const before = await open();
    const old = before.backups.mac('backup object', 'a');
    await rotate();
    await rotate();
    const after = await open();
    expect(after.backups.verifyMac('backup object', 'a', old)).toBe(true);
    expect(before.backups.verifyMac('backup object', 'a', after.backups.mac('backup object', 'a'))).toBe(false);
    expect(vaultOf(loadMasterKey(place)).backups.mac('x', 'y').equals(after.backups.mac('x', 'y'))).toBe(true);
    expect(vaultOf(loadMasterKey(place)).own.mac('x', 'y').equals(after.own.mac('x', 'y'))).toBe(false);
  });

  test('goes on wherever it was killed, with one new key', async () => {
    const { wrapped } = (await open()).newDataKey('batch 1');
    const former = loadMasterKey(place);
    // After the new key was made.
    writeFileSync(`${place.file}.next`, loadMasterKey(fileAt(join(dir, 'made'))), { mode: 0o600 });
    const next = readFileSync(`${place.file}.next`);
    copyFileSync(place.file, join(dir, 'kept'));
    await rotate();
    expect(loadMasterKey(place).equals(next)).toBe(true);
    // After it was admitted, before the file was replaced: as after the first half.
    await rotate(join(dir, 'third'));
    copyFileSync(join(dir, 'third'), `${place.file}.next`);
    expect(await sql`select from keyrings`).toHaveLength(2);
    (await open()).unwrap(wrapped, 'batch 1');
    (await open(join(dir, 'third'))).unwrap(wrapped, 'batch 1');
    await rotate();
    expect(loadMasterKey(place).equals(readFileSync(join(dir, 'third')))).toBe(true);
    expect(await sql`select from keyrings`).toHaveLength(1);
    // After the file was replaced, before the former one was refused.
    await rotate(join(dir, 'fourth'));
    renameSync(join(dir, 'fourth'), place.file);
    (await open()).unwrap(wrapped, 'batch 1');
    expect(await rotate()).toMatchObject({ state: 'replaced', former_file: null });
    expect(await sql`select from keyrings`).toHaveLength(1);
    (await open()).unwrap(wrapped, 'batch 1');
    expect(former.equals(readFileSync(join(dir, 'kept')))).toBe(true);
    await expect(open(join(dir, 'kept'))).rejects.toThrow('replaced');
  });

  test('a running process goes on: it reads the new one, and says so if it finds a third one', async () => {
    const running = await open();
    const former = readFileSync(place.file);
    const { wrapped } = running.newDataKey('batch 1');
    await rotate();
    await followRing(sql, running, place);
    expect(running.master_id).toBe(masterIdOf(loadMasterKey(place)));
    running.unwrap(wrapped, 'batch 1');
    await rotate();
    writeFileSync(place.file, former);
    await expect(followRing(sql, running, place)).rejects.toThrow('put the new one there');
    running.unwrap(wrapped, 'batch 1');
  });

  test('one that was given waits to be put in its place; meanwhile keys stay, and no third one is admitted', async () => {
    const given = join(dir, 'given');
    expect(await rotate(given)).toMatchObject({ state: 'admitted', new_file: given });
    expect(await rotate(given)).toMatchObject({ state: 'admitted' });
    await expect(addKey({ sql, clock, masterKey: loadMasterKey(place) }, 'data')).rejects.toThrow('finish that first');
    await expect(rotate(join(dir, 'third'))).rejects.toThrow('waits to be put in its place');
    await expect(rotate(place.file)).rejects.toThrow('is the one in use');
    expect(existsSync(`${place.file}.next`)).toBe(false);
  });

  test.skipIf(process.getuid?.() !== 0)(
    'a file that is mounted by itself, as in a container, is replaced by hand, and then the former key is refused (needs root)',
    async () => {
      const { wrapped } = (await open()).newDataKey('batch 1');
      execFileSync('mount', ['--bind', place.file, place.file]);
      try {
        expect(await rotate()).toMatchObject({ state: 'admitted', new_file: `${place.file}.next` });
        expect(await rotate()).toMatchObject({ state: 'admitted' });
        expect(await sql`select from keyrings`).toHaveLength(2);
        (await open()).unwrap(wrapped, 'batch 1');
      } finally {
        execFileSync('umount', [place.file]);
      }
      copyFileSync(`${place.file}.next`, place.file);
      expect(await rotate()).toMatchObject({ state: 'replaced' });
      expect(await sql`select from keyrings`).toHaveLength(1);
      (await open()).unwrap(wrapped, 'batch 1');
      expect(await rotate()).toMatchObject({ state: 'replaced', former_file: expect.stringContaining('.former-') });
    },
  );

  test('one that was lost while it waited is withdrawn, and only then; keys can be changed again', async () => {
    const { wrapped } = (await open()).newDataKey('batch 1');
    const given = join(dir, 'given');
    await rotate(given);
    const lost = masterIdOf(loadMasterKey(fileAt(given)));
    const changing = { sql, clock, masterKey: loadMasterKey(place) };
    const former = { ...changing, masterKey: loadMasterKey(fileAt(given)) };
    await expect(withdrawMaster(former, masterIdOf(changing.masterKey))).rejects.toThrow('No new master key');
    await expect(withdrawMaster(changing, 'ffffffff')).rejects.toThrow('No new master key ffffffff waits');
    await expect(withdrawMaster(changing, masterIdOf(changing.masterKey))).rejects.toThrow('No new master key');
    const running = await open();
    await withdrawMaster(changing, lost);
    await followRing(sql, running, place);
    expect(running.ring.former).toEqual([]);
    await expect(open(given)).rejects.toThrow('another master key');
    await addKey(changing, 'session');
    await rotate();
    (await open()).unwrap(wrapped, 'batch 1');
    await expect(withdrawMaster({ ...changing, masterKey: loadMasterKey(place) }, lost)).rejects.toThrow('No new');
  });

  test('a credential is replaced by whoever hands it over', async () => {
    loadMasterKey(place);
    const credential = { ...place, kind: 'credential' as const };
    await expect(rotateMaster({ sql, clock, place: credential, given: null })).rejects.toThrow('--new FILE');
    const given = join(dir, 'given');
    await rotateMaster({ sql, clock, place: credential, given });
    renameSync(given, place.file);
    expect(await rotateMaster({ sql, clock, place: credential, given: null })).toMatchObject({ state: 'replaced' });
    expect(await sql`select from keyrings`).toHaveLength(1);
  });
});

test('a start is refused with a keyring that is older than the audit log says, whatever else stands in the log', async () => {
  const changing = { sql, clock, masterKey: loadMasterKey(place) };
  await addKey(changing, 'session');
  const [kept] = await sql`select * from keyrings`;
  await addKey(changing, 'audit');
  await open();
  await appendAudit(sql, { actor_id: null, action: 'key.made', details: { ring: 99, mac: '0'.repeat(64) } });
  await appendAudit(sql, { actor_id: null, action: 'key.made', details: { ring: 'many' } });
  await open();
  await sql`update keyrings set ${sql(kept!)}`;
  await expect(open()).rejects.toThrow('an earlier one than the audit log records');
  await sql`delete from keyrings`;
  await expect(open()).rejects.toThrow('an earlier one');
});

describe('a start at the moment of a change', () => {
  /** What somebody does between the first reading of the keyring and whatever the start reads after it. */
  const meanwhile = (change: () => Promise<unknown>): typeof sql => {
    let due = true;
    return new Proxy(sql, {
      apply: async (query, self, args) => {
        const rows = await Reflect.apply(query, self, args);
        if (!due || !String(args[0]).includes('from keyrings')) return rows;
        due = false;
        await change();
        return rows;
      },
    });
  };
  const start = (change: () => Promise<unknown>) => openVault(meanwhile(change), { place, finders: [], clock });

  test('reads a key that was just made', async () => {
    const changing = { sql, clock, masterKey: loadMasterKey(place) };
    await addKey(changing, 'session');
    const vault = await start(() => addKey(changing, 'audit'));
    expect(vault.ring.keys.map(({ kind, number }) => `${kind} ${number}`)).toContain('audit 2');
  });

  test('reads the first key that was ever made besides the master key', async () => {
    const changing = { sql, clock, masterKey: loadMasterKey(place) };
    expect((await start(() => addKey(changing, 'session'))).ring.version).toBeGreaterThan(0);
  });

  test('reads the master key that just took the place of another', async () => {
    await rotate();
    await start(() => rotate());
    expect((await open()).master_id).toBe(masterIdOf(loadMasterKey(place)));
  });
});
