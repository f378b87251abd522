import { expect, test } from 'vitest';
import * as deskContract from '#contracts/desk/desk.ts';
import * as guests from '#contracts/desk/guests.ts';
import * as support from '#contracts/desk/support.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import { altered } from '#tests/support/altered.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { sweepLinks } from '../support/sweep-links.ts';

const shop = await createTestShop();
const { sql } = shop;
const desk = shop.as(await shop.createUser({ role: 'admin', duties: ['support'] }));
const visitor = shop.as(null);
let guest = 0;

const written = (change: object = {}) => ({
  email: `guest${++guest}@example.com`,
  category: 'account',
  subject: 'Lost my phone',
  body: 'I cannot sign in.',
  ...change,
});

async function ticketOf(email: string) {
  const [row] = await sql<{ id: string; user_id: string | null; number: number }[]>`
    select id, user_id, number from tickets where guest_email = ${email} order by id desc`;
  return row!;
}

/** The text and the token of the latest mail to an address. */
async function mailTo(email: string) {
  await shop.runQueuedJobs();
  const mails = await sql<{ text_body: string }[]>`
    select text_body from mailbox where recipient = ${email} order by id desc`;
  const text = mails[0]?.text_body ?? '';
  return { text, count: mails.length, token: /token=([\w.-]+)/.exec(text)?.[1] ?? '' };
}

async function opened(change: object = {}) {
  const body = written(change);
  expect((await visitor(guests.createGuestTicket, { body })).status).toBe(204);
  return { ...(await ticketOf(body.email)), ...(await mailTo(body.email)), email: body.email };
}

const read = (token: string) => visitor(guests.openGuestTicket, { body: { token } });
const reply = (token: string, body: string) => visitor(guests.commentGuestTicket, { body: { token, body } });
const answer = (id: string, body: string, settle: 'closed' | null = null) =>
  desk(deskContract.answerTicket, { params: { id }, body: { body, settle } });

test('who writes without signing in gets the same answer with an account and without, and the account gets nothing', async () => {
  const buyer = await shop.createUser();
  const replies = [];
  for (const email of [buyer.email, 'nobody-has-this@example.com']) {
    const { status, body } = await visitor(guests.createGuestTicket, { body: written({ email }) });
    replies.push([status, body]);
    expect((await ticketOf(email)).user_id).toBeNull();
  }
  expect(replies[0]).toEqual(replies[1]);
  expect((await shop.as(buyer)(support.listTickets)).body.data).toEqual([]);
  const { text } = await mailTo(buyer.email);
  expect(text).not.toContain('Lost my phone');
  expect(text).not.toContain('sign in.');
});

test('the mailed link opens the conversation, in which the guest reads answers and replies', async () => {
  const { id, token, email, number } = await opened();
  expect((await read(token)).body.data).toMatchObject({
    id,
    number,
    status: 1,
    comments: [{ body: 'I cannot sign in.' }],
  });
  await answer(id, 'Which **order** was your last?');
  expect(await mailTo(email)).toMatchObject({ count: 2, text: expect.not.stringMatching(/order|sign in/i) });
  expect((await reply(token, 'Number 1001.')).status).toBe(204);
  expect((await reply(token, 'Number 1001.')).status).toBe(204);
  const { body } = await read((await mailTo(email)).token);
  expect(body.data.status).toBe(2);
  expect(body.data.comments.map(({ by_staff, body_html }) => [by_staff, body_html.includes('<strong>')])).toEqual([
    [false, false],
    [true, true],
    [false, false],
  ]);
  expect(JSON.stringify(body)).not.toContain('author');
  await answer(id, 'Done.', 'closed');
  expect((await reply(token, 'Hello?')).status).toBe(409);
});

test('a guest reads a long conversation page by page, the latest first, and is told how much of it there is', async () => {
  const { id, token } = await opened();
  await sql`
    insert into ticket_comments (ticket_id, by_staff, body, created_at)
    select ${id}, false, 'Line ' || n, now() from generate_series(1, 204) as n`;
  const pageOf = async (page?: string) => {
    const answered = await visitor(guests.openGuestTicket, { body: { token }, ...(page && { query: { page } }) });
    const { comments, comments_meta } = answered.body.data;
    return { bodies: comments.map(({ body }) => body), comments_meta };
  };
  const latest = await pageOf();
  expect(latest.bodies).toEqual(['Line 200', 'Line 201', 'Line 202', 'Line 203', 'Line 204']);
  expect(latest.comments_meta).toMatchObject({ current_page: 2, last_page: 2, from: 201, to: 205, total: 205 });
  const { bodies } = await pageOf('1');
  expect([bodies.length, bodies[0], bodies.at(-1)]).toEqual([200, 'I cannot sign in.', 'Line 199']);
  expect((await pageOf('3')).bodies).toEqual([]);
  const refused = await visitor(guests.openGuestTicket, { body: { token: altered(token) }, query: { page: '1' } });
  expect(refused.body.errors).toHaveProperty('token');
});

test('a link works for a day after its first opening, and never opens another ticket', async () => {
  const { id, token, email } = await opened();
  expect((await read(altered(token))).body.errors).toHaveProperty('token');
  shop.clock.advance(3 * DAY_MS);
  expect((await read(token)).status).toBe(200);
  shop.clock.advance(DAY_MS);
  for (const { status, body } of [await read(token), await reply(token, 'Late')])
    expect([status, Object.keys(body?.errors ?? {})]).toEqual([422, ['token']]);
  const renewed = () => visitor(guests.renewGuestLink, { body: { token } });
  expect((await renewed()).status).toBe(204);
  expect((await read((await mailTo(email)).token)).body.data.id).toBe(id);
  await renewed();
  await renewed();
  expect((await renewed()).status).toBe(429);
  const wrong = await visitor(guests.renewGuestLink, { body: { token: 'x' } });
  expect(wrong.body.errors).toHaveProperty('token');
});

test('the link of a ticket that has an owner opens nothing', async () => {
  const { id, token } = await opened();
  const buyer = await shop.createUser();
  await sql`update tickets set user_id = ${buyer.id}, guest_email = null, guest_locale = null where id = ${id}`;
  for (const { status } of [await read(token), await reply(token, 'Mine?')]) expect(status).toBe(422);
});

test('staff sees that nobody proved who a guest is, and finds the ticket by the address', async () => {
  const { id, email } = await opened();
  const { body } = await desk(deskContract.getDeskTicket, { params: { id } });
  expect(body.data).toMatchObject({ user: null, buyer: null, guest_email: email, orders: [], payments: [] });
  expect(body.data.comments).toMatchObject([{ author: email, by_staff: false }]);
  const found = await desk(deskContract.listDeskTickets, { query: { view: 'all', q: email } });
  expect(found.body.data).toMatchObject([{ id, user: null, guest_email: email }]);
});

test('card data, other categories and missing texts are refused, and an unsure text waits for staff', async () => {
  const sent = async (change: object) => {
    const { status, body } = await visitor(guests.createGuestTicket, { body: written(change) });
    return [status, ...Object.keys(body?.errors ?? {})];
  };
  expect(await sent({ body: 'It is 4012888888881881.' })).toEqual([422, 'body']);
  expect(await sent({ subject: '4012888888881881' })).toEqual([422, 'subject']);
  expect(await sent({ email: 'nobody' })).toEqual([422, 'email']);
  expect(await sent({ category: 'claim' })).toEqual([422, 'category']);
  expect(await sent({ body: ' ' })).toEqual([422, 'body']);
  const { token } = await opened({ body: 'My serial is 4012888888881881.' });
  expect((await read(token)).body.data.comments).toMatchObject([{ review: 'waiting' }]);
  expect((await reply(token, 'It is 4012888888881881.')).status).toBe(422);
});

const noticed = (change: object = {}) => ({
  email: `guest${++guest}@example.com`,
  name: 'Nina Notifier',
  location: 'https://shop.example/brands/fernacle',
  explanation: 'The logo is ours.',
  good_faith: true as const,
  ...change,
});

test('anybody reports content, as a ticket of its own category, and reads by a mailed link what was decided', async () => {
  const body = noticed();
  expect((await visitor(guests.reportContent, { body })).status).toBe(204);
  const { id } = await ticketOf(body.email);
  const staffs = (await desk(deskContract.getDeskTicket, { params: { id } })).body.data;
  expect(staffs).toMatchObject({ category: 'Notice about content (DSA)', guest_email: body.email, user: null });
  for (const part of [body.location, body.name, body.explanation, 'in good faith'])
    expect(staffs.comments[0]!.body).toContain(part);
  await answer(id, 'We took it down. You can object here.');
  const { token } = await mailTo(body.email);
  expect((await read(token)).body.data.comments.map(({ by_staff }) => by_staff)).toEqual([false, true]);
  const offered = (await visitor(support.listSupportCategories)).body.data.map(({ slug }) => slug);
  expect(offered).not.toContain('notice');
});

test('a notice says where, why, who and in good faith, holds no card data, and counts as the messages of guests do', async () => {
  for (const change of [
    { location: '' },
    { explanation: ' ' },
    { name: '' },
    { email: 'nobody' },
    { good_faith: false },
    { explanation: 'It is 4012888888881881.' },
    { location: '4012888888881881' },
    { name: '4012888888881881' },
  ]) {
    const { status, body } = await visitor(guests.reportContent, { body: noticed(change) as never });
    expect([status, Object.keys(body?.errors ?? {})], JSON.stringify(change)).toEqual([422, Object.keys(change)]);
  }
  const { email } = noticed();
  const send = (location: string) => visitor(guests.reportContent, { body: noticed({ email, location }) });
  for (const place of ['one', 'two', 'three']) expect((await send(place)).status).toBe(204);
  expect((await send('four')).status).toBe(429);
});

test('a double click opens one ticket, and an address gets three a day', async () => {
  const { email } = await opened();
  const again = (subject: string) => visitor(guests.createGuestTicket, { body: written({ email, subject }) });
  expect((await again('Lost my phone')).status).toBe(204);
  expect(await sql`select from tickets where guest_email = ${email}`).toHaveLength(1);
  expect((await again('More')).status).toBe(204);
  expect((await again('Even more')).status).toBe(429);
  const { token } = await mailTo(email);
  for (let i = 1; i <= 10; i++) expect((await reply(token, `Reply ${i}`)).status).toBe(204);
  expect((await reply(token, 'Reply 11')).status).toBe(429);
  // By network, whatever the address.
  await sql`
    update throttles set hits = 1000 where key = (
      select key from throttles where key ~ '^guest:' and key !~ '^guest:(comment|link):' order by hits desc limit 1)`;
  expect((await visitor(guests.createGuestTicket, { body: written() })).status).toBe(429);
  await sql`delete from throttles where hits >= 1000`;
});

test('links are kept for a while after they expired, and then deleted', async () => {
  const { id } = await opened();
  const links = () => sql`select from ticket_links where ticket_id = ${id}`;
  shop.clock.advance(15 * DAY_MS);
  await sweepLinks(shop.ctx);
  expect(await links()).toHaveLength(1);
  shop.clock.advance(90 * DAY_MS);
  await sweepLinks(shop.ctx);
  expect(await links()).toHaveLength(0);
});
