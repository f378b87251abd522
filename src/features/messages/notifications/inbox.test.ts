import { expect, test } from 'vitest';
import { getCurrentUser } from '#contracts/identity/auth.ts';
import { listNotifications, readNotifications } from '#contracts/messages/notifications.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import { message } from '#i18n/message.ts';
import { placeEvents } from '#platform/events/place-events.ts';
import { pruneEvents } from '#platform/events/prune-events.ts';
import { createTestShop, type TestUser } from '#tests/support/shop.ts';
import { notificationsRetention } from './notifications-retention.ts';
import { notify } from './notify.ts';
import { publishUserEvent } from './publish-user-event.ts';

const shop = await createTestShop();
const info = (title: string) => ({ type: 'info' as const, title, content: '' });
const inbox = async (user: TestUser, query: object = {}) => (await shop.as(user)(listNotifications, { query })).body;
const unread = async (user: TestUser) => (await shop.as(user)(getCurrentUser)).body.data.unread_notifications;

test('the inbox is newest first, in pages, and counts what is unread beyond the page', async () => {
  const user = await shop.createUser();
  expect(await inbox(user)).toMatchObject({ data: [], meta: { total: 0, unread: 0 } });
  for (const title of ['One', 'Two', 'Three']) await notify(shop.sql, user.id, info(title));
  const { data, meta } = await inbox(user, { per_page: '2' });
  expect(data.map(({ title }) => title)).toEqual(['Three', 'Two']);
  expect(meta).toMatchObject({ total: 3, last_page: 2, unread: 3 });
  expect(await unread(user)).toBe(3);
});

test("those named are read, then all; another's stay as they are", async () => {
  const [user, other] = [await shop.createUser(), await shop.createUser()];
  for (const { id } of [user, user, other]) await notify(shop.sql, id, info('Told'));
  const [mine, theirs] = [(await inbox(user)).data[0]!, (await inbox(other)).data[0]!];
  const read = (body: { ids?: string[] }) => shop.as(user)(readNotifications, { body });
  expect((await read({ ids: [mine.id, theirs.id] })).status).toBe(204);
  expect([await unread(user), await unread(other)]).toEqual([1, 1]);
  expect((await inbox(user)).data[0]?.read_at).not.toBeNull();
  await read({});
  expect([await unread(user), await unread(other)]).toEqual([0, 1]);
  expect((await read({ ids: [] })).status).toBe(422);
});

test('a text is in the language of whoever reads it', async () => {
  const user = await shop.createUser();
  await notify(shop.sql, user.id, {
    type: 'success',
    title: message('notify.reversed', { amount: { cents: 1250 } }),
    content: '',
  });
  expect((await inbox(user)).data[0]?.title).toBe('$12.50 was taken off your balance');
  await shop.sql`update users set locale = 'de' where id = ${user.id}`;
  expect((await inbox(user)).data[0]?.title).toMatch(/^12,50\s\$ wurden von Ihrem Guthaben abgebucht$/);
});

test('reading tells the other pages of the user, and only when something was unread', async () => {
  const user = await shop.createUser();
  await notify(shop.sql, user.id, info('Told'));
  for (let n = 0; n < 2; n++) await shop.as(user)(readNotifications, { body: {} });
  const events = await shop.sql`select event from events where channel = ${`private-user.${user.id}`} order by id`;
  expect(events.map(({ event }) => event)).toEqual(['notification', 'inbox']);
});

test('events go after an hour once they were placed, notifications after a year; the numbers go on', async () => {
  const user = await shop.createUser();
  const channel = `private-user.${user.id}`;
  await notify(shop.sql, user.id, info('Old'));
  await placeEvents(shop.sql);
  await publishUserEvent(shop.sql, user.id, 'cart');
  const left = async () => (await shop.sql`select from events where channel = ${channel}`).length;
  await shop.sql`update events set created_at = created_at - interval '59 minutes'`;
  await pruneEvents(shop.sql, shop.clock);
  expect(await left()).toBe(2);
  await shop.sql`update events set created_at = created_at - interval '2 minutes'`;
  await pruneEvents(shop.sql, shop.clock);
  expect(await left()).toBe(1);
  await placeEvents(shop.sql);
  expect(await shop.sql`select seq from events where channel = ${channel}`).toEqual([{ seq: 2 }]);

  const yearAgo = new Date(shop.clock.now().getTime() - notificationsRetention.days * DAY_MS);
  const forget = () => notificationsRetention.prune(shop.sql, yearAgo, 10);
  await shop.sql`update notifications set created_at = created_at - interval '364 days' where user_id = ${user.id}`;
  await forget();
  expect((await inbox(user)).meta.total).toBe(1);
  await shop.sql`update notifications set created_at = created_at - interval '2 days' where user_id = ${user.id}`;
  await forget();
  expect((await inbox(user)).meta.total).toBe(0);
});
