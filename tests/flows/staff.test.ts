import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { getCurrentUser } from '#contracts/identity/auth.ts';
import { listPasskeys } from '#contracts/identity/factors.ts';
import { listAlerts, resolveAlert } from '#contracts/oversight/alerts.ts';
import { requireDuty } from '#features/identity/sessions/admission/require-duty.ts';
import { getActorByUsername } from '#features/identity/sessions/get-actor-by-username.ts';
import { createTestShop, type TestUser } from '#tests/support/shop.ts';

const shop = await createTestShop({ demo: false }, { sessions: true });

const addPasskey = (user: TestUser) => shop.sql`
  insert into passkeys (user_id, credential_id, public_key, counter, transports, name, created_at)
  values (${user.id}, ${Buffer.from(randomUUID())}, ${Buffer.alloc(1)}, 0, '{}', 'Key', ${shop.clock.now()})`;

test('staff without a second factor get nothing from the back office, and everything that they need to set one up', async () => {
  const admin = await shop.createUser({ role: 'admin' });
  const refused = { status: 403, body: { reason: 'second_factor_required', message: /second factor/ } };
  for (const answer of [
    await shop.as(admin)(listAlerts),
    await shop.as(admin)(resolveAlert, { params: { id: randomUUID() } }),
  ]) {
    expect(answer).toMatchObject({
      ...refused,
      body: { ...refused.body, message: expect.stringMatching(/second factor/) },
    });
  }
  expect((await shop.as(admin)(listPasskeys)).status).toBe(200);
  expect((await shop.as(admin)(getCurrentUser)).body.data.roles).toContain('unprotected');
});

test('the second factor counts at once, in every process, and its end too', async () => {
  const admin = await shop.createUser({ role: 'admin' });
  const status = async () => (await shop.as(admin)(listAlerts)).status;
  expect(await status()).toBe(403);
  await addPasskey(admin);
  await expect.poll(status).toBe(200);
  await shop.sql`delete from passkeys where user_id = ${admin.id}`;
  await expect.poll(status).toBe(403);
});

test('a buyer needs none, and a command acts for no member of staff without one', async () => {
  const buyer = await shop.createUser();
  expect((await shop.as(buyer)(getCurrentUser)).body.data.roles).toEqual(['buyer']);
  const admin = await shop.createUser({ role: 'admin', duties: ['importer'] });
  const act = async () => requireDuty(await getActorByUsername(shop.ctx, admin.username), 'importer');
  await expect(act()).rejects.toThrow(/second factor/);
  await addPasskey(admin);
  await act();
});

test('staff in demo mode work without a second factor', async () => {
  const demo = await createTestShop({ demo: true });
  expect((await demo.as(await demo.createUser({ role: 'admin' }))(listAlerts)).status).toBe(200);
});
