import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { migrateSchema } from '#app/database/migrate-database.ts';
import { createTestDatabase, migrateHistory } from '#tests/support/database.ts';

const { sql } = await createTestDatabase();

test('sessions from before devices stay trusted; one whose device was dropped is not; known devices stay as they are', async () => {
  await migrateHistory(sql, '0015');
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
  await migrateSchema(sql, true);
  const kept = await sql`
    select s.user_agent, d.trusted_at is not null as trusted, d.id = ${device!.id} as same,
      d.user_id = ${user!.id} as own
    from sessions s join devices d on d.id = s.device_id order by s.id`;
  expect(kept).toEqual([
    { user_agent: 'older_than_devices', trusted: true, same: false, own: true },
    { user_agent: 'confirmed_since', trusted: true, same: false, own: true },
    { user_agent: 'device_dropped', trusted: false, same: false, own: true },
    { user_agent: 'known', trusted: false, same: true, own: true },
  ]);
});
