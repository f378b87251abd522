import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import * as auth from '#contracts/identity/auth.ts';
import * as orders from '#contracts/shop/orders.ts';
import { MINUTE_MS } from '#contracts/time-units.ts';
import { createTestShop, password, type TestShop, type TestUser } from '#tests/support/shop.ts';
import { addCards } from '#tests/support/stock.ts';

const shop = await createTestShop();

const login = (user: TestUser, device?: string | null, at: TestShop = shop) =>
  at.as(null)(auth.login, { body: { username: user.username, password, ...(device && { device }) } });
const signIn = async (user: TestUser, device?: string | null) => {
  const { status, body } = await login(user, device);
  expect(status).toBe(200);
  return { token: body.access_token, device: body.device! };
};

async function bought(user: TestUser) {
  const [card] = await addCards(shop);
  const { body } = await shop.as(user)(orders.placeOrder, {
    body: { ids: [card!.id] },
    idempotencyKey: randomUUID(),
  });
  return { id: body.data.id, card_id: card!.id };
}

const reveal = (session: { token: string }, params: { id: string; card_id: string }) =>
  shop.as(session)(orders.revealCard, { params, body: { consent: true } });

test('sixty sign-ins with the password alone make no device a trusted one: its sessions reveal nothing', async () => {
  const user = await shop.createUser({ balance_cents: 100_00 });
  const card = await bought(user);
  const thieves = [];
  for (let i = 0; i < 60; i++) thieves.push(await signIn(user));
  shop.clock.advance(11 * MINUTE_MS);
  for (const thief of [thieves[0]!, thieves[30]!, thieves[59]!])
    expect(await reveal(thief, card)).toMatchObject({ status: 403 });
  expect((await reveal(user, card)).status).toBe(200);
});

test('however many devices sign in, the trusted ones and their sessions stay', async () => {
  const user = await shop.createUser();
  const trusted = await signIn(user);
  await shop.sql`update devices set trusted_at = created_at where user_id = ${user.id}`;
  shop.clock.advance(MINUTE_MS);
  const added = (count: number) => shop.sql`
    with device as (
      insert into devices (user_id, token_hash, last_used_at)
      select ${user.id}, sha256(uuid_send(uuidv7())), ${shop.clock.now()} from generate_series(1, ${count}::int) returning id)
    insert into sessions (user_id, device_id, token_hash, last_used_at, expires_at)
    select ${user.id}, id, sha256(uuid_send(uuidv7())), ${shop.clock.now()}, now() + interval '30 days' from device`;
  await added(150);
  await signIn(user);
  const [kept] = await shop.sql`
    select count(*) filter (where trusted_at is null) as others, count(*) filter (where trusted_at is not null) as trusted
    from devices where user_id = ${user.id}`;
  expect(kept).toEqual({ others: 100, trusted: 2 });
  for (const session of [user, trusted]) expect((await shop.as(session)(auth.getCurrentUser)).status).toBe(200);
  expect((await signIn(user, trusted.device)).device).toBe(trusted.device);
});

test('a session ends with its device, and there is none without', async () => {
  const user = await shop.createUser();
  const { token } = await signIn(user);
  await shop.sql`delete from devices where user_id = ${user.id} and trusted_at is null`;
  expect((await shop.as({ token })(auth.getCurrentUser)).status).toBe(401);
  expect((await shop.as(user)(auth.getCurrentUser)).status).toBe(200);
  await expect(shop.sql`update sessions set device_id = null where user_id = ${user.id}`).rejects.toThrow('device_id');
});

test('the twenty-first new device of an hour is refused with the minutes to wait; one that is known is not', async () => {
  const real = await createTestShop({ demo: false });
  const user = await real.createUser();
  const first = (await login(user, null, real)).body;
  for (let i = 1; i < 20; i++) {
    expect((await login(user, null, real)).status).toBe(200);
    // Another limit counts what one network sends.
    await real.sql`delete from throttles where key like 'login:%'`;
  }
  const refused = await login(user, null, real);
  expect([refused.status, refused.body.errors?.username]).toEqual([
    429,
    [
      "Too many new devices signed in to this account. Use a device you've signed in with before, or try again in 60 minutes.",
    ],
  ]);
  expect((await login(user, first.device, real)).status).toBe(200);
  real.clock.advance(3_600_001);
  expect((await login(user, null, real)).status).toBe(200);
});
