import { expect, test } from 'vitest';
import { loadPages } from '#app/pages/load-pages.ts';
import { createShop } from '#app/shop.ts';
import { DASHBOARD_CHANNEL } from '#contracts/channels.ts';
import { getCurrentUser, login } from '#contracts/identity/auth.ts';
import { listSessions } from '#contracts/identity/sessions.ts';
import { HOUR_S, MINUTE_MS } from '#contracts/time-units.ts';
import { admitSockets } from '#features/identity/realtime/admit-sockets.ts';
import { writeClaim } from '#features/identity/realtime/claim.ts';
import { createTestShop, password, type TestUser } from '#tests/support/shop.ts';

const shop = await createTestShop({ staff_session_hours: 12, staff_idle_minutes: 30 });
const { app } = createShop({ ctx: shop.ctx, pages: await loadPages() });

const ask = (user: { token: string }) => shop.as(user)(getCurrentUser);

/** Whether the session lives, seen every 20 minutes for so many hours. */
async function use(user: TestUser, hours: number): Promise<number> {
  for (let minutes = 0; minutes < hours * 60; minutes += 20) {
    shop.clock.advance(20 * MINUTE_MS);
    expect((await ask(user)).status, `after ${minutes} minutes`).toBe(200);
    await expect.poll(() => lastUseOf(user)).toBe(shop.clock.now().getTime());
  }
  shop.clock.advance(20 * MINUTE_MS);
  return (await ask(user)).status;
}

const lastUseOf = async ({ id }: TestUser) => {
  const [row] = await shop.sql<{ at: string }[]>`select last_used_at as at from sessions where user_id = ${id}`;
  return Date.parse(row!.at);
};

test('staff are signed out after half an hour without use, told why, and buyers are not', async () => {
  const [staff, buyer] = [await shop.createUser({ role: 'admin' }), await shop.createUser()];
  shop.clock.advance(29 * MINUTE_MS);
  expect((await ask(staff)).status).toBe(200);
  await expect.poll(() => lastUseOf(staff)).toBe(shop.clock.now().getTime());
  shop.clock.advance(30 * MINUTE_MS);
  const ended = await ask(staff);
  expect([ended.status, ended.body]).toMatchObject([
    401,
    { reason: 'session_idle', message: expect.stringContaining("wasn't used for a while") },
  ]);
  expect((await ask(buyer)).status).toBe(200);
});

test('staff in constant use are signed out after twelve hours', async () => {
  const staff = await shop.createUser({ role: 'admin' });
  expect(await use(staff, 11 + 2 / 3)).toBe(401);
  expect((await ask(staff)).body).toMatchObject({ reason: 'session_absolute' });
});

test('a session of before counts by what its user is now', async () => {
  const buyer = await shop.createUser();
  shop.clock.advance(40 * MINUTE_MS);
  expect((await shop.as(buyer)(listSessions)).body.data).toHaveLength(1);
  const other = await shop.createUser();
  shop.clock.advance(40 * MINUTE_MS);
  await shop.appoint(other, ['support']);
  expect((await ask(other)).body).toMatchObject({ reason: 'session_idle' });
  const { body } = await shop.as(null)(login, { body: { username: other.username, password } });
  expect(body.expires_in).toBe(12 * HOUR_S);
  const { data } = (await shop.as({ token: body.access_token })(listSessions)).body;
  expect(data).toHaveLength(1);
});

test('sockets of staff end with their session', async () => {
  const staff = await shop.createUser({ role: 'admin' });
  const [session] = await shop.sql<{ id: string }[]>`select id from sessions where user_id = ${staff.id}`;
  const claim = writeClaim({ session_id: session!.id, locale: 'en', duties: ['support', 'publisher'] });
  const verdict = async () => (await admitSockets(shop.ctx, [{ channel: DASHBOARD_CHANNEL, claim } as never]))[0];
  expect(await verdict()).toEqual({ owner: staff.id, until: shop.clock.now().getTime() + 30 * MINUTE_MS });
  shop.clock.advance(30 * MINUTE_MS);
  expect(await verdict()).toBe('ended');
});

test('the page to sign in on says why staff have to', async () => {
  const staff = await shop.createUser({ role: 'admin' });
  const get = (path: string) =>
    app.request(`http://localhost${path}`, { headers: { cookie: `facevalue=${staff.token}` } });
  shop.clock.advance(31 * MINUTE_MS);
  const away = await get('/admin/users');
  expect([away.status, away.headers.get('location')]).toEqual([302, '/login?next=%2Fadmin%2Fusers']);
  expect(await (await get('/login?next=%2Fadmin%2Fusers')).text()).toContain('wasn&#x27;t used for a while');
  const visitor = await app.request('http://localhost/login');
  expect(await visitor.text()).not.toContain('used for a while');
});
