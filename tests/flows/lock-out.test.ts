import { expect, test } from 'vitest';
import * as auth from '#contracts/identity/auth.ts';
import { MINUTE_MS } from '#contracts/time-units.ts';
import type { Visitor } from '#features/ctx.ts';
import { login } from '#features/identity/auth/login.ts';
import { hashToken, newToken } from '#features/identity/sessions/session/session-token.ts';
import { AppError } from '#platform/http/errors.ts';
import { createTestShop, password, type TestUser } from '#tests/support/shop.ts';

const shop = await createTestShop();
const visitor = shop.as(null);
const wrong = 'wrong-password-1';
const owner = '198.51.100.7';

/** Signs in from an address; the status of the answer. */
async function attempt(
  username: string,
  address: string,
  given: { password: string; device?: string | undefined },
): Promise<number> {
  const caller: Visitor = { user: null, client: { address, user_agent: '', locale: 'en' } };
  try {
    await login(shop.ctx, caller, {
      params: undefined,
      query: undefined,
      body: { username, device: undefined, ...given },
    });
    return 200;
  } catch (error) {
    if (error instanceof AppError) return error.status;
    throw error;
  }
}

/** A user, with a device that signed in before. */
async function withDevice() {
  const user = await shop.createUser();
  const device = newToken();
  await shop.sql`insert into devices (user_id, token_hash) values (${user.id}, ${hashToken(device)})`;
  return { user, device };
}

/** Wrong passwords from as many networks as it takes to use up what the account allows. */
async function attack(user: TestUser): Promise<void> {
  for (let net = 0; net < 21; net++)
    for (let i = 0; i < 5; i++)
      await attempt(i % 2 ? user.email : user.username, `203.0.${net}.1`, { password: wrong });
}

test('however many strangers guess, a device that the account knows gets in, and a new one of the owner too', async () => {
  const { user, device } = await withDevice();
  await attack(user);
  expect(await attempt(user.username, owner, { password, device })).toBe(200);
  expect(await attempt(user.email, owner, { password })).toBe(200);
  expect(await attempt(user.username, owner, { password })).toBe(200);
});

test('an account under attack leaves one attempt to each wider network, and five to others again after the window', async () => {
  const { user } = await withDevice();
  await attack(user);
  expect(await attempt(user.username, '192.0.2.1', { password: wrong })).toBe(422);
  for (const neighbour of ['192.0.2.1', '192.0.2.77'])
    expect(await attempt(user.username, neighbour, { password })).toBe(429);
  expect(await attempt(user.username, '2001:db8:1:1::1', { password: wrong })).toBe(422);
  expect(await attempt(user.username, '2001:db8:1:2::1', { password })).toBe(429);
  expect(await attempt(user.username, '2001:db8:2:2::1', { password })).toBe(200);
  shop.clock.advance(15 * MINUTE_MS + 1);
  for (let i = 0; i < 4; i++) expect(await attempt(user.username, '192.0.2.1', { password: wrong })).toBe(422);
  expect(await attempt(user.username, '192.0.2.1', { password })).toBe(200);
});

test('a known device gets through beside a stranger of its own network, and guesses no further than others do', async () => {
  const { user, device } = await withDevice();
  for (let i = 0; i < 6; i++) await attempt(user.username, owner, { password: wrong });
  expect(await attempt(user.username, owner, { password })).toBe(429);
  expect(await attempt(user.username, owner, { password, device })).toBe(200);
  const elsewhere = '192.0.2.1';
  for (let i = 0; i < 25; i++) expect(await attempt(user.username, elsewhere, { password: wrong, device })).toBe(422);
  expect(await attempt(user.username, elsewhere, { password, device })).toBe(429);
});

test("another account's device, or a made-up one, opens no way", async () => {
  const { user } = await withDevice();
  const other = await withDevice();
  for (let i = 0; i < 5; i++) await attempt(user.username, owner, { password: wrong });
  for (const device of [other.device, 'A'.repeat(43)])
    expect(await attempt(user.username, owner, { password, device })).toBe(429);
});

test('a new password by mail lifts what wrong ones and new devices have used up', async () => {
  const { user } = await withDevice();
  await attack(user);
  for (let i = 0; i < 6; i++) await attempt(user.username, owner, { password: wrong });
  expect(await attempt(user.username, owner, { password })).toBe(429);
  await visitor(auth.forgotPassword, { body: { username: user.username } });
  await shop.runQueuedJobs();
  const [mail] = await shop.sql<{ text_body: string }[]>`
    select text_body from mailbox where recipient = ${user.email} order by id desc limit 1`;
  const token = /token=([\w.-]+)/.exec(mail!.text_body)?.[1] ?? '';
  const next = 'a-quiet-harbour-9';
  expect((await visitor(auth.resetPassword, { body: { token, password: next } })).status).toBe(204);
  expect(
    await shop.sql`select key from throttles where key like ${`%${user.id}%`} and key not like 'reset-mail%'`,
  ).toEqual([]);
  expect(await attempt(user.username, owner, { password: next })).toBe(200);
});

test('right passwords use up nothing of their network, wrong ones do', async () => {
  const { user } = await withDevice();
  const address = '192.0.2.50';
  const key = `login:from:${address}`;
  const reset = new Date(shop.clock.now().getTime() + MINUTE_MS);
  await shop.sql`insert into throttles (key, hits, resets_at) values (${key}, 99, ${reset})`;
  for (let i = 0; i < 3; i++) expect(await attempt(user.username, address, { password })).toBe(200);
  expect(await shop.sql`select hits from throttles where key = ${key}`).toEqual([{ hits: 99 }]);
  expect(await attempt(user.username, address, { password: wrong })).toBe(422);
  expect(await attempt(user.username, address, { password })).toBe(429);
});

test('new devices are told at once by the first mail, and the others of ten minutes in one', async () => {
  const { user } = await withDevice();
  shop.clock.advance(MINUTE_MS);
  await attempt(user.username, owner, { password });
  const mails = async () => {
    await shop.runQueuedJobs();
    return shop.sql<{ subject: string; text_body: string }[]>`
      select subject, text_body from mailbox where recipient = ${user.email} order by id`;
  };
  expect(await mails()).toHaveLength(1);
  for (let i = 0; i < 30; i++) {
    shop.clock.advance(1000);
    await attempt(user.username, `192.0.2.${i}`, { password });
  }
  expect(await mails()).toHaveLength(1);
  const [job] = await shop.sql<{ run_at: string }[]>`
    select run_at from graphile_worker._private_jobs where key = ${`new_devices:${user.id}`}`;
  const wait = Date.parse(job!.run_at) - shop.clock.now().getTime();
  expect(wait).toBeGreaterThan(9 * MINUTE_MS);
  expect(wait).toBeLessThanOrEqual(10 * MINUTE_MS);
  await shop.sql`update graphile_worker._private_jobs set run_at = now() where key = ${`new_devices:${user.id}`}`;
  const [, merged, ...more] = await mails();
  expect(merged).toMatchObject({
    subject: 'New devices signed in to your account',
    text_body: expect.stringContaining("31 devices we haven't seen before"),
  });
  expect(merged!.text_body).toContain('from 192.0.2.0');
  expect(more).toEqual([]);
  shop.clock.advance(10 * MINUTE_MS);
  await attempt(user.username, owner, { password });
  expect((await mails()).at(-1)?.subject).toBe('A new device signed in to your account');
});
