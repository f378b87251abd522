import { expect, test } from 'vitest';
import { createTicket } from '#contracts/desk/support.ts';
import { searchEverything, searchOwn } from '#contracts/office/lookup.ts';
import { createTestShop, type TestUser } from '#tests/support/shop.ts';
import { addCards } from '#tests/support/stock.ts';

const shop = await createTestShop();
const { sql } = shop;
const agent = await shop.createUser({ role: 'admin', duties: ['support'] });
const buyer = await shop.createUser();
const [order] = await sql<{ id: string; number: number }[]>`
  insert into orders (user_id, total_cents, card_count) values (${buyer.id}, 1000, 1) returning id, number`;
const ticket = { category: 'other', subject: 'Lost parcel', body: 'Quetzalcoatl' };
const { body: opened } = await shop.as(buyer)(createTicket, { body: ticket });

async function found(who: TestUser, q: string) {
  const { body } = await shop.as(who)(searchEverything, { query: { q } });
  return body.data.map(({ kind, id }) => [kind, id]);
}

test('a ticket is found by its texts, a person by name or address, an order by its number', async () => {
  const { id, number } = opened.data;
  expect(await found(agent, 'quetzal')).toEqual([['ticket', id]]);
  expect(await found(agent, `#${number}`)).toContainEqual(['ticket', id]);
  expect(await found(agent, buyer.email)).toContainEqual(['user', buyer.id]);
  expect(await found(agent, buyer.username.slice(0, 9).toUpperCase())).toContainEqual(['user', buyer.id]);
  const byNumber = await found(agent, `#${order!.number}`);
  expect(byNumber.filter(([kind]) => kind !== 'ticket')).toEqual([['order', order!.id]]);
  expect(await found(agent, buyer.username.slice(2).toUpperCase())).toContainEqual(['user', buyer.id]);
  const address = 'bcrt1qfacevaluelookup000000000000000000000';
  await sql`
    with account as (
      insert into xpub_accounts (coin, xpub_hash, fingerprint)
      values ('BTC', sha256('lookup'), 'abcd1234') returning id)
    insert into deposit_addresses (coin, account_id, index, key, address, user_id)
    select 'BTC', id, 0, 'lookup', ${address}, ${buyer.id} from account`;
  expect(await found(agent, address.toUpperCase())).toEqual([['user', buyer.id]]);
  const { body } = await shop.as(agent)(searchEverything, { query: { q: buyer.username } });
  expect(JSON.stringify(body)).not.toContain(buyer.email);
});

test('the ticket of a number goes before newer ones that only name it', async () => {
  const { number } = opened.data;
  const naming = await shop.as(await shop.createUser())(createTicket, {
    body: { ...ticket, subject: `As in ${number}`, body: 'The same again' },
  });
  const tickets = (await found(agent, `#${number}`)).filter(([kind]) => kind === 'ticket');
  expect(tickets).toEqual([
    ['ticket', opened.data.id],
    ['ticket', naming.body.data.id],
  ]);
});

test('a search finds nothing that the duties of whoever searches do not open', async () => {
  const publisher = await shop.createUser({ role: 'admin', duties: ['publisher'] });
  for (const q of ['quetzal', buyer.username, `#${order!.number}`]) expect(await found(publisher, q)).toEqual([]);
  const approver = await shop.createUser({ role: 'admin', duties: ['approver'] });
  expect(await found(approver, 'quetzal')).toEqual([]);
  expect(await found(approver, buyer.username)).toEqual([['user', buyer.id]]);
  const payer = await shop.createUser({ role: 'admin', duties: ['payouts'] });
  expect(await found(payer, buyer.username)).toEqual([]);
  expect(await found(payer, `#${order!.number}`)).toEqual([['order', order!.id]]);
});

test('one letter and a pattern find nothing, and a buyer may not search', async () => {
  for (const q of ['q', '%%', '__']) expect(await found(agent, q)).toEqual([]);
  expect((await shop.as(buyer)(searchEverything, { query: { q: 'quetzal' } })).status).toBe(403);
});

test('a batch is found by its name, by those who work with stock', async () => {
  const [card] = await addCards(shop, {});
  const [batch] = await sql<{ id: string; name: string }[]>`
    select b.id, b.name from batches b join cards c on c.batch_id = b.id where c.id = ${card!.id}`;
  const approver = await shop.createUser({ role: 'admin', duties: ['approver'] });
  expect(await found(approver, batch!.name.slice(0, 20))).toContainEqual(['batch', batch!.id]);
  expect((await found(agent, batch!.name)).filter(([kind]) => kind === 'batch')).toEqual([]);
});

async function foundOwn(who: TestUser, q: string) {
  const { body } = await shop.as(who)(searchOwn, { query: { q } });
  return body.data.map(({ kind, id }) => [kind, id]);
}

test('a buyer finds their own order, cards and ticket, and what is on offer; nobody else does', async () => {
  const owner = await shop.createUser();
  const [sold] = await addCards(shop, {});
  const [{ name } = { name: '' }] = await sql<{ name: string }[]>`
    select p.name from programmes p join cards c on c.programme_id = p.id where c.id = ${sold!.id}`;
  const [bought] = await sql<{ id: string; number: number }[]>`
    insert into orders (user_id, total_cents, card_count) values (${owner.id}, 1000, 1) returning id, number`;
  await sql`
    insert into order_lines (order_id, card_id, batch_id, price_cents, face_cents, note)
    select ${bought!.id}, id, batch_id, 900, 1000, 'for Zacharias' from cards where id = ${sold!.id}`;
  const asked = await shop.as(owner)(createTicket, { body: { ...ticket, subject: 'Axolotl', body: 'Where?' } });
  expect(await foundOwn(owner, name)).toContainEqual(['card', sold!.id]);
  expect(await foundOwn(owner, `#${bought!.number}`)).toEqual(
    expect.arrayContaining([
      ['order', bought!.id],
      ['card', sold!.id],
    ]),
  );
  expect(await foundOwn(owner, 'zachar')).toEqual([['card', sold!.id]]);
  expect(await foundOwn(owner, 'axolotl')).toEqual([['ticket', asked.body.data.id]]);
  const stranger = await shop.createUser();
  for (const q of [`#${bought!.number}`, 'zachar', 'axolotl']) expect(await foundOwn(stranger, q)).toEqual([]);
  expect((await foundOwn(stranger, name)).map(([kind]) => kind)).not.toContain('card');
});

test('an inactive account finds payments and tickets only, and a visitor may not search', async () => {
  const idle = await shop.createUser({ active: false });
  const asked = await shop.as(idle)(createTicket, { body: { ...ticket, subject: 'Narwhal', body: 'Where?' } });
  const [{ name } = { name: '' }] = await sql<{ name: string }[]>`select name from programmes limit 1`;
  expect(await foundOwn(idle, 'narwhal')).toEqual([['ticket', asked.body.data.id]]);
  expect(await foundOwn(idle, name)).toEqual([]);
  expect((await shop.as(null)(searchOwn, { query: { q: 'narwhal' } })).status).toBe(401);
});
