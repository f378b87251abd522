import { randomBytes } from 'node:crypto';
import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { migrationsDir } from '#app/database/migrate-database.ts';
import { migrate } from '#platform/db/migrate.ts';
import { createTestDatabase } from '#tests/support/database.ts';

const { sql } = await createTestDatabase();
const before = await mkdtemp(join(tmpdir(), 'facevalue-before-'));
afterAll(() => rm(before, { recursive: true }));

test('sessions from before devices stay trusted; one whose device was dropped is not; known devices stay as they are', async () => {
  for (const name of (await readdir(migrationsDir)).filter((name) => name < '0015' && name.endsWith('.sql')))
    await copyFile(join(migrationsDir, name), join(before, name));
  await sql`drop schema public cascade`;
  await sql`create schema public`;
  await migrate(sql, before);
  const [user] = await sql<{ id: string }[]>`
    insert into users (username, email, password_hash) values ('anna', 'anna@x.example', '') returning id`;
  const [device] = await sql<{ id: string }[]>`
    insert into devices (user_id, token_hash) values (${user!.id}, ${randomBytes(32)}) returning id`;
  const at = new Date('2026-03-01T10:00:00Z');
  const later = new Date('2026-03-02T10:00:00Z');
  const sessions = {
    older_than_devices: { confirmed_at: null, device_id: null },
    confirmed_since: { confirmed_at: later, device_id: null },
    device_dropped: { confirmed_at: at, device_id: null },
    known: { confirmed_at: at, device_id: device!.id },
  };
  for (const [user_agent, facts] of Object.entries(sessions))
    await sql`
      insert into sessions ${sql({ ...facts, user_agent, user_id: user!.id, created_at: at, expires_at: later, token_hash: randomBytes(32) })}`;
  await migrate(sql, migrationsDir);
  const kept = await sql`
    select s.user_agent, d.trusted_at is not null as trusted, d.id = ${device!.id} as same, d.user_id = ${user!.id} as own
    from sessions s join devices d on d.id = s.device_id order by s.id`;
  expect(kept).toEqual([
    { user_agent: 'older_than_devices', trusted: true, same: false, own: true },
    { user_agent: 'confirmed_since', trusted: true, same: false, own: true },
    { user_agent: 'device_dropped', trusted: false, same: false, own: true },
    { user_agent: 'known', trusted: false, same: true, own: true },
  ]);
});
