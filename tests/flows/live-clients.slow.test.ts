import Echo from 'laravel-echo';
import pusherJs from 'pusher-js';
import { afterEach, expect, test } from 'vitest';
import { logout } from '#contracts/identity/auth.ts';
import { notify } from '#features/messages/notifications/notify.ts';
import { notifyDashboard } from '#features/messages/notifications/notify-dashboard.ts';
import { publishUserEvent } from '#features/messages/notifications/publish-user-event.ts';
import { createLiveShop, serveLive } from '#tests/support/live-shop.ts';
import type { TestUser } from '#tests/support/shop.ts';

const Pusher = pusherJs as unknown as typeof pusherJs.default;
const shop = await createLiveShop();
type Client = InstanceType<typeof Pusher>;

const clients: { disconnect(): void }[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.disconnect();
});

/** Set up for a self-hosted server as its own documentation says. */
const optionsFor = ({ token }: TestUser, { url, port } = shop.web) => ({
  cluster: '',
  wsHost: '127.0.0.1',
  wsPort: port,
  forceTLS: false,
  enabledTransports: ['ws' as const],
  channelAuthorization: {
    transport: 'ajax' as const,
    endpoint: `${url}/api/broadcasting/auth`,
    headers: { Authorization: `Bearer ${token}` },
  },
});

function connect(user: TestUser, web = shop.web): Client {
  const client = new Pusher('facevalue', optionsFor(user, web));
  clients.push(client);
  return client;
}

const heard = (emitter: { bind(event: string, listener: (data: never) => void): unknown }, event: string) =>
  new Promise<Record<string, unknown>>((resolve) => emitter.bind(event, resolve as (data: never) => void));

test('pusher-js as it is: authorises by a form, hears its channel, and stays away after logout', async () => {
  const user = await shop.createUser();
  const client = connect(user);
  const channel = client.subscribe(`private-user.${user.id}`);
  const told = heard(channel, 'notification');
  await heard(channel, 'pusher:subscription_succeeded');
  await notify(shop.web.sql, user.id, { type: 'info', title: 'Hello', content: 'there' });
  expect(await told).toMatchObject({ type: 'info', title: 'Hello', content: 'there', seq: 1 });

  const gone = heard(client.connection, 'disconnected');
  const failed = heard(client.connection, 'error');
  await shop.as(user)(logout);
  expect(await failed).toMatchObject({ data: { code: 4009 } });
  await gone;
  expect(client.connection.state).toBe('disconnected');
});

test('pusher-js is told that client events are off, and stays connected', async () => {
  const user = await shop.createUser();
  const client = connect(user);
  const channel = client.subscribe(`private-user.${user.id}`);
  await heard(channel, 'pusher:subscription_succeeded');
  const refused = heard(client.connection, 'error');
  channel.trigger('client-typing', {});
  expect(await refused).toMatchObject({ data: { code: 4301 } });
  const told = heard(channel, 'cart');
  await publishUserEvent(shop.web.sql, user.id, 'cart');
  await told;
  expect(client.connection.state).toBe('connected');
});

test("pusher-js is told that another's channel and the dashboard are not for it", async () => {
  const [user, other] = [await shop.createUser(), await shop.createUser()];
  const client = connect(user);
  for (const name of [`private-user.${other.id}`, 'private-dashboard']) {
    const error = await heard(client.subscribe(name), 'pusher:subscription_error');
    expect(error).toMatchObject({ type: 'AuthError', status: 403 });
  }
});

test('pusher-js comes back after a restart by itself, and sees by the number that it missed something', async () => {
  const user = await shop.createUser();
  const first = await serveLive(shop);
  const client = connect(user, first);
  const channel = client.subscribe(`private-user.${user.id}`);
  const numbers: unknown[] = [];
  channel.bind('sequence', ({ seq }: { seq: number }) => numbers.push(seq));
  await expect.poll(() => numbers).toEqual([0]);
  await first.stop();
  await publishUserEvent(shop.web.sql, user.id, 'cart');
  await publishUserEvent(shop.web.sql, user.id, 'cart');
  await serveLive(shop, { port: first.port });
  await expect.poll(() => numbers).toEqual([0, 2]);
});

test('laravel-echo as it is: a private channel, events with a leading full stop, and leaving', async () => {
  const admin = await shop.createUser({ role: 'admin' });
  const { channelAuthorization, ...options } = optionsFor(admin);
  const echo = new Echo({
    broadcaster: 'pusher',
    key: 'facevalue',
    Pusher: Pusher as never,
    ...options,
    authEndpoint: channelAuthorization.endpoint,
    auth: { headers: channelAuthorization.headers },
  });
  clients.push(echo);
  const own = echo.private(`user.${admin.id}`);
  const dashboard = echo.private('dashboard');
  await Promise.all([own, dashboard].map((channel) => new Promise<void>((resolve) => channel.subscribed(resolve))));
  const first = new Promise((resolve) => own.listen('.notification', resolve));
  const second = new Promise((resolve) => dashboard.listen('.new-notification', resolve));
  await notify(shop.web.sql, admin.id, { type: 'success', title: 'Own', content: '' });
  await notifyDashboard(shop.web.sql, ['support'], { type: 'warning', title: 'All', content: '' });
  expect(await first).toMatchObject({ type: 'success', title: 'Own' });
  expect(await second).toMatchObject({ type: 'warning', title: 'All' });

  const unheard: unknown[] = [];
  dashboard.listen('.new-notification', (data: unknown) => unheard.push(data));
  echo.leave('dashboard');
  await notifyDashboard(shop.web.sql, ['support'], { type: 'warning', title: 'Later', content: '' });
  const third = new Promise((resolve) => own.listen('.cart', resolve));
  await publishUserEvent(shop.web.sql, admin.id, 'cart');
  await third;
  expect(unheard).toEqual([]);
});
