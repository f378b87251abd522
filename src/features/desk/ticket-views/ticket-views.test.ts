import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { assignTicket, changeTickets } from '#contracts/desk/desk.ts';
import { createTicket } from '#contracts/desk/support.ts';
import * as contract from '#contracts/desk/ticket-views.ts';
import { eraseAccount, exportAccount } from '#contracts/identity/account.ts';
import { createTestShop, type TestUser } from '#tests/support/shop.ts';

const shop = await createTestShop();
const staff = (...duties: string[]) => shop.createUser({ role: 'admin', duties });
const [agent, colleague, auditor] = [await staff('support'), await staff('support'), await staff('auditor')];

const everything = { view: 'all', priority: null, tag: null, q: null } as const;
const add = (
  name: string,
  { who = agent, shared = false, ...filters }: Record<string, unknown> & { who?: TestUser } = {},
) => shop.as(who)(contract.addTicketView, { body: { ...everything, name, shared, ...filters } as never });
const list = async (who: TestUser = agent) => (await shop.as(who)(contract.listTicketViews)).body.data;
const names = async (who: TestUser) => (await list(who)).map(({ name }) => name);
const remove = (id: string, who: TestUser = agent) => shop.as(who)(contract.removeTicketView, { params: { id } });

test('a view counts the tickets that its filters show its reader', async () => {
  const buyer = await shop.createUser();
  const ids: string[] = [];
  for (const subject of ['One', 'Two', 'Three']) {
    const made = await shop.as(buyer)(createTicket, { body: { category: 'other', subject, body: 'Why?' } });
    ids.push(made.body.data.id);
  }
  await shop.as(agent)(changeTickets, { body: { ids: ids.slice(0, 2), tag: 'parcel', priority: 2 } });
  await shop.as(agent)(assignTicket, { params: { id: ids[0]! }, body: { assignee_id: agent.id } });
  await add('Parcels', { tag: 'parcel', shared: true });
  await add('Urgent', { priority: 1, shared: true });
  await add('My parcels', { view: 'mine', tag: 'parcel', shared: true });
  await add('Search', { q: 'Two', shared: true });
  const counts = async (who: TestUser) => (await list(who)).map(({ name, count }) => [name, count]);
  expect(await counts(agent)).toEqual([
    ['Parcels', 2],
    ['Urgent', 0],
    ['My parcels', 1],
    ['Search', null],
  ]);
  expect((await counts(colleague))[2]).toEqual(['My parcels', 0]);
});

test("a person's own views are theirs alone and come first; those of the desk are everybody's", async () => {
  const [first, second] = [await staff('support'), await staff('support')];
  const own = await add('Only mine', { who: first });
  const desks = await add('For all', { who: first, shared: true });
  expect((await names(first))[0]).toBe('Only mine');
  expect(await names(second)).not.toContain('Only mine');
  for (const who of [second, auditor]) expect(await names(who)).toContain('For all');
  expect((await remove(own.body.data.id, second)).status).toBe(404);
  expect((await remove(desks.body.data.id, second)).status).toBe(204);
  expect((await remove(own.body.data.id, first)).status).toBe(204);
  expect((await remove(own.body.data.id, first)).status).toBe(404);
  const audited = await shop.sql`
    select action, actor_id from audit_entries where subject = ${desks.body.data.id} order by id`;
  expect(audited).toEqual([
    { action: 'ticket_view.added', actor_id: first.id },
    { action: 'ticket_view.removed', actor_id: second.id },
  ]);
});

test('a view without a name, with a taken one, with a card number, or one too many is refused', async () => {
  const who = await staff('support');
  const errorsOf = async (name: string, more = {}) => {
    const { status, body } = await add(name, { who, ...more });
    return [status, Object.keys(body.errors ?? {})];
  };
  expect(await errorsOf(' ')).toEqual([422, ['name']]);
  expect(await errorsOf('Twice')).toEqual([201, []]);
  expect(await errorsOf('Twice')).toEqual([422, ['name']]);
  // A colleague's own view may be called the same.
  expect((await add('Twice', { who: colleague })).status).toBe(201);
  expect(await errorsOf('4012888888881881')).toEqual([422, ['name']]);
  expect(await errorsOf('Card', { q: '4012888888881881' })).toEqual([422, ['q']]);
  expect(await errorsOf('View', { view: 'none' })).toEqual([422, ['view']]);
  for (let n = 2; n <= 20; n++) expect((await add(`View ${n}`, { who })).status).toBe(201);
  expect((await add('One more', { who })).status).toBe(409);
  expect((await add('Auditor', { who: auditor })).status).toBe(403);
  expect((await remove(randomUUID(), auditor)).status).toBe(403);
  expect((await shop.as(null)(contract.listTicketViews)).status).toBe(401);
  expect((await shop.as(await shop.createUser())(contract.listTicketViews)).status).toBe(403);
});

test("an export has a person's own views, and erasing their account ends these and leaves those of the desk", async () => {
  const who = await staff('support');
  await add('Of mine', { who, tag: 'vip' });
  await add('Of the desk', { who, shared: true });
  const { body } = await shop.as(who)(exportAccount);
  expect((body as unknown as { ticket_views: object[] }).ticket_views).toMatchObject([{ name: 'Of mine', tag: 'vip' }]);
  // Staff can't erase themselves: they stop being staff first.
  await shop.sql`update users set role = 'buyer', duties = '{}' where id = ${who.id}`;
  const erased = await shop.as(who)(eraseAccount, { body: { username: who.username, give_up: true } });
  expect(erased.status).toBe(204);
  expect(await shop.sql`select from ticket_views where owner_id = ${who.id}`).toEqual([]);
  expect(await names(agent)).toContain('Of the desk');
});
