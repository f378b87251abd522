import { describe, expect, test } from 'vitest';
import { requestTier } from '#contracts/customers/tiers.ts';
import { changePassword } from '#contracts/identity/account.ts';
import { logout } from '#contracts/identity/auth.ts';
import { authoriseChannel } from '#contracts/identity/realtime.ts';
import { endSession, listSessions } from '#contracts/identity/sessions.ts';
import { MINUTE_MS } from '#contracts/time-units.ts';
import { announceNotices } from '#features/content/notices/announce-notices.ts';
import { notify } from '#features/messages/notifications/notify.ts';
import { notifyDashboard } from '#features/messages/notifications/notify-dashboard.ts';
import { publishUserEvent } from '#features/messages/notifications/publish-user-event.ts';
import { createLiveShop } from '#tests/support/live-shop.ts';
import { LiveSocket } from '#tests/support/live-socket.ts';
import { password, type TestUser } from '#tests/support/shop.ts';

const shop = await createLiveShop();
const { web } = shop;
const { host } = web;
const dashboard = 'private-dashboard';
const own = (user: { id: string }) => `private-user.${user.id}`;

const authorise = (user: { token: string } | null, socket_id: string, channel_name: string) =>
  shop.as(user)(authoriseChannel, { body: { socket_id, channel_name } });

async function listen(user: TestUser, channels = [own(user)]): Promise<LiveSocket> {
  const socket = await LiveSocket.open(host);
  for (const channel of channels) {
    const { body } = await authorise(user, socket.id, channel);
    socket.send('pusher:subscribe', { channel, ...body });
    await socket.frame('sequence', (frame) => frame.channel === channel);
  }
  return socket;
}

/** The socket is closed as unauthorised; nothing here would do so by and by, as the clock stands still. */
const isRefused = async (socket: LiveSocket) => expect(await socket.code()).toBe(4009);

describe('who hears what', () => {
  test('a committed notification reaches its user, numbered, and nobody else', async () => {
    const [a, b] = [await shop.createUser(), await shop.createUser()];
    const [first, second, other] = [await listen(a), await listen(a), await listen(b)];
    await notify(web.sql, a.id, { type: 'info', title: 'For A', content: 'secret of A', link: '/orders' });
    await publishUserEvent(web.sql, a.id, 'cart');
    await publishUserEvent(web.sql, b.id, 'cart');
    for (const socket of [first, second]) {
      const { data, channel } = await socket.frame('notification');
      expect(data).toMatchObject({ type: 'info', title: 'For A', content: 'secret of A', link: '/orders', seq: 1 });
      expect(channel).toBe(own(a));
      expect((await socket.frame('cart')).data).toEqual({ seq: 2 });
    }
    expect((await other.frame('cart')).data).toEqual({ seq: 1 });
    expect(JSON.stringify(other.frames)).not.toContain(a.id);
    expect(JSON.stringify(other.frames)).not.toContain('secret of A');
  });

  test('everybody who is signed in hears of notices', async () => {
    const user = await shop.createUser();
    const socket = await listen(user, ['private-notices']);
    await announceNotices(web.sql);
    expect((await socket.frame('notice')).data).toEqual({ seq: 1 });
    expect((await authorise(null, socket.id, 'private-notices')).status).toBe(401);
  });

  test('the dashboard reaches admins, in the language of each', async () => {
    const [english, german] = [await shop.createUser({ role: 'admin' }), await shop.createUser({ role: 'admin' })];
    await shop.sql`update users set locale = 'de' where id = ${german.id}`;
    const sockets = [await listen(english, [dashboard]), await listen(german, [dashboard])];
    const title = { key: 'error.forbidden' } as const;
    await notifyDashboard(web.sql, ['support'], { type: 'warning', title, content: 'Look' });
    const titles = await Promise.all(sockets.map(async (one) => (await one.frame('new-notification')).data.title));
    expect(titles).toEqual(['Access Forbidden', 'Zugriff verweigert']);
  });

  test('staff hear what their duties allow: the name of who asks for a tier reaches those alone who work with people', async () => {
    const staff = (...duties: string[]) => shop.createUser({ role: 'admin', duties });
    const [support, approver, publisher] = [await staff('support'), await staff('approver'), await staff('publisher')];
    const [toSupport, toApprover, toPublisher] = [
      await listen(support, [dashboard]),
      await listen(approver, [dashboard]),
      await listen(publisher, [dashboard]),
    ];
    const buyer = await shop.createUser();
    await shop.as(buyer)(requestTier, { body: { tier: 2 } });
    for (const socket of [toSupport, toApprover])
      expect((await socket.frame('new-notification')).data.content).toBe(buyer.username);
    await notifyDashboard(web.sql, ['publisher'], { type: 'info', title: 'For publishers', content: '' });
    expect((await toPublisher.frame('new-notification')).data.title).toBe('For publishers');
    expect(JSON.stringify(toPublisher.frames)).not.toContain(buyer.username);
  });

  test('who loses a duty no longer hears what it allowed, and subscribes anew to hear the rest', async () => {
    const person = await shop.createUser({ role: 'admin', duties: ['support', 'publisher'] });
    const socket = await listen(person, [dashboard]);
    await shop.sql`update users set duties = '{publisher}' where id = ${person.id}`;
    expect((await socket.frame('pusher:subscription_error')).channel).toBe(dashboard);
    const { body } = await authorise(person, socket.id, dashboard);
    socket.send('pusher:subscribe', { channel: dashboard, ...body });
    await socket.until(() => socket.frames.filter(({ event }) => event === 'sequence').length === 2);
    await notifyDashboard(web.sql, ['support'], { type: 'info', title: 'Unheard', content: '' });
    await notifyDashboard(web.sql, ['publisher'], { type: 'info', title: 'Heard', content: '' });
    expect((await socket.frame('new-notification')).data.title).toBe('Heard');
  });

  test("another's channel, the dashboard as a buyer, and a foreign socket id are refused, and no message comes", async () => {
    const [a, b] = [await shop.createUser(), await shop.createUser()];
    const [ofA, ofB] = [await listen(a), await LiveSocket.open(host)];
    for (const channel of [own(a), dashboard, 'private-user.', 'private-anything', 'presence-room', 'news'])
      expect((await authorise(b, ofB.id, channel)).status).toBe(403);
    expect((await authorise(b, ofA.id, own(b))).status).toBe(403);
    expect((await authorise(null, ofB.id, own(b))).status).toBe(401);

    // A genuine signature does not move to another socket, another channel, or with another claim.
    const { body } = await authorise(b, ofB.id, own(b));
    const { auth, channel_data = '' } = body;
    const claim = channel_data.replace(/\w/, 'x');
    const tries = [
      { channel: own(a), auth, channel_data },
      { channel: own(b), auth, channel_data: claim },
      { channel: own(b), auth },
      { channel: own(b), auth: `${auth}0`, channel_data },
      { channel: own(b), auth: 'facevalue:', channel_data },
      { channel: own(b) },
      { channel: 'presence-room', auth, channel_data },
      { channel: 'news' },
    ];
    for (const [index, wanted] of tries.entries()) {
      ofB.send('pusher:subscribe', wanted);
      await ofB.until(() => ofB.frames.filter(({ event }) => event === 'pusher:subscription_error').length > index);
    }
    ofA.send('pusher:subscribe', { channel: own(b), auth, channel_data });
    expect((await ofA.frame('pusher:subscription_error')).data.status).toBe(403);
    await publishUserEvent(web.sql, a.id, 'cart');
    await ofA.frame('cart');
    expect(ofB.frames.every(({ event }) => /^pusher:(connection_established|subscription_error)$/.test(event))).toBe(
      true,
    );
  });

  test("a socket stays with the user who came first, even by another's own signature", async () => {
    const [a, b] = [await shop.createUser(), await shop.createUser()];
    const socket = await LiveSocket.open(host);
    const [forA, forB] = [await authorise(a, socket.id, own(a)), await authorise(b, socket.id, own(b))];
    socket.send('pusher:subscribe', { channel: own(a), ...forA.body });
    await socket.frame('sequence');
    socket.send('pusher:subscribe', { channel: own(b), ...forB.body });
    const refused = await socket.frame('pusher:subscription_error');
    expect([refused.channel, refused.data.status]).toEqual([own(b), 403]);
  });

  test('after pusher:unsubscribe nothing more comes of that channel', async () => {
    const admin = await shop.createUser({ role: 'admin' });
    const socket = await listen(admin, [own(admin), dashboard]);
    socket.send('pusher:unsubscribe', { channel: dashboard });
    socket.send('pusher:ping', {});
    await socket.frame('pusher:pong');
    await notifyDashboard(web.sql, ['support'], { type: 'info', title: 'Unheard', content: '' });
    await publishUserEvent(web.sql, admin.id, 'cart');
    await socket.frame('cart');
    expect(socket.frames.some(({ event }) => event === 'new-notification')).toBe(false);
  });
});

describe('at once', () => {
  test('logout closes the sockets of its session and of no other', async () => {
    const user = await shop.createUser();
    const elsewhere = { ...user, token: await shop.signIn(user.id) };
    const [first, second, other] = [await listen(user), await listen(user), await listen(elsewhere)];
    await shop.as(user)(logout);
    await Promise.all([isRefused(first), isRefused(second)]);
    await publishUserEvent(web.sql, user.id, 'cart');
    await other.frame('cart');
    expect((await authorise(user, first.id, own(user))).status).toBe(401);
  });

  test('a session ended from the list, and the others at a password change, take their sockets along', async () => {
    const user = await shop.createUser();
    const elsewhere = { ...user, token: await shop.signIn(user.id) };
    const [here, there] = [await listen(user), await listen(elsewhere)];
    const { body } = await shop.as(user)(listSessions);
    const other = body.data.find(({ current }) => !current)!;
    await shop.as(user)(endSession, { params: { id: other.id } });
    await isRefused(there);

    const third = await listen({ ...user, token: await shop.signIn(user.id) });
    await shop.as(user)(changePassword, { body: { current_password: password, password: 'another-horse-9-battery' } });
    await isRefused(third);
    expect(here.closed).toBeUndefined();
  });

  test('a disabled user, whoever did it, is cut off; a signature from before opens nothing', async () => {
    const user = await shop.createUser();
    const socket = await listen(user);
    const waiting = await LiveSocket.open(host);
    const { body } = await authorise(user, waiting.id, own(user));
    await shop.sql`update users set disabled_at = now() where id = ${user.id}`;
    await isRefused(socket);
    waiting.send('pusher:subscribe', { channel: own(user), ...body });
    expect((await waiting.frame('pusher:subscription_error')).data.status).toBe(403);
    expect((await authorise(user, waiting.id, own(user))).status).toBe(401);
  });

  test('a demoted admin loses the dashboard and keeps the own channel', async () => {
    const admin = await shop.createUser({ role: 'admin' });
    const socket = await listen(admin, [own(admin), dashboard]);
    await shop.sql`update users set role = 'buyer' where id = ${admin.id}`;
    const lost = await socket.frame('pusher:subscription_error');
    expect([lost.channel, lost.data.status]).toEqual([dashboard, 403]);
    await notifyDashboard(web.sql, ['support'], { type: 'info', title: 'Unheard', content: '' });
    await publishUserEvent(web.sql, admin.id, 'cart');
    await socket.frame('cart');
    expect(socket.frames.some(({ event }) => event === 'new-notification')).toBe(false);
    expect((await authorise(admin, socket.id, dashboard)).status).toBe(403);
  });

  test('a session that expires while its socket is open takes it along', async () => {
    const user = await shop.createUser();
    await shop.sql`update sessions set expires_at = ${new Date(shop.clock.now().getTime() + MINUTE_MS)} where user_id = ${user.id}`;
    const socket = await listen(user);
    shop.clock.advance(MINUTE_MS);
    expect(await socket.code()).toBe(4009);
  });
});
