import { expect, test } from 'vitest';
import { getCurrentUser, logout } from '#contracts/identity/auth.ts';
import { createManualClock } from '#platform/clock.ts';
import type { Sql } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';
import { createTestShop } from '#tests/support/shop.ts';
import type { ActorUser } from '../../ctx.ts';
import { forgetSessions } from './session/forget-sessions.ts';
import { createSessionCache } from './session-cache.ts';

const user = (id: string): ActorUser => ({
  id,
  session_id: 's',
  username: 'u',
  role: 'buyer',
  roles: ['buyer'],
  locale: null,
  tier: 0,
});

test('a session is remembered for seconds and forgotten at once', () => {
  const clock = createManualClock(new Date());
  const cache = createSessionCache(clock);
  cache.store('a', user('1'), cache.version());
  expect(cache.find('a')?.id).toBe('1');
  clock.advance(5_000);
  expect(cache.find('a')).toBeUndefined();
  cache.store('a', user('1'), cache.version());
  cache.store('b', user('2'), cache.version());
  cache.forget('1');
  expect(cache.find('a')).toBeUndefined();
  expect(cache.find('b')?.id).toBe('2');
});

test('what was read before a change is not stored after it', () => {
  const cache = createSessionCache(createManualClock(new Date()));
  const readAt = cache.version();
  cache.forget('1');
  cache.store('a', user('1'), readAt);
  expect(cache.find('a')).toBeUndefined();
});

const remembering = await createTestShop({}, { sessions: true });

/** Waits until the shop has heard of every change so far: what it hears while it reads a session, it does not remember that. */
async function untilHeard(): Promise<void> {
  const heard = Promise.withResolvers<void>();
  const listening = await (remembering.ctx.sql as Sql).listen(
    'session_changed',
    (told) => told === 'the last' && heard.resolve(),
  );
  await remembering.sql.notify('session_changed', 'the last');
  await heard.promise;
  await listening.unlisten();
}

test('logout, a changed role and a disabled account count, by whichever process they come', async () => {
  const someone = await remembering.createUser();
  const ask = async () => (await remembering.as(someone)(getCurrentUser)).status;
  expect(await ask()).toBe(200);
  await remembering.sql`update users set disabled_at = now() where id = ${someone.id}`;
  await expect.poll(ask).toBe(401);

  const other = await remembering.createUser();
  const session = { token: await remembering.signIn(other.id) };
  expect((await remembering.as(session)(getCurrentUser)).status).toBe(200);
  await remembering.as(session)(logout);
  expect((await remembering.as(session)(getCurrentUser)).status).toBe(401);
});

test('a reading may go by what was read moments ago, a change never does', async () => {
  const someone = await remembering.createUser();
  const ask = async () => (await remembering.as(someone)(getCurrentUser)).status;
  await untilHeard();
  expect(await ask()).toBe(200);
  // Bypasses the triggers, so that no process is notified.
  await remembering.sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`update users set disabled_at = now() where id = ${someone.id}`;
  });
  expect(await ask()).toBe(200);
  expect((await remembering.as(someone)(logout)).status).toBe(401);
  remembering.clock.advance(5_000);
  expect(await ask()).toBe(401);
});

test('a cached session is dropped when the transaction around the call has committed, not sooner', async () => {
  const cache = createSessionCache(createManualClock(new Date()));
  const ctx = { ...remembering.ctx, sessions: cache };
  cache.store('a', user('1'), cache.version());
  const failing = transaction(ctx.sql, async (tx) => {
    forgetSessions(ctx, tx, '1');
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(cache.find('a')?.id).toBe('1');
  await transaction(ctx.sql, async (tx) => {
    forgetSessions(ctx, tx, '1');
    expect(cache.find('a')?.id).toBe('1');
  });
  expect(cache.find('a')).toBeUndefined();
});
