import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import * as office from '#contracts/desk/desk.ts';
import * as support from '#contracts/desk/support.ts';
import { exportAccount } from '#contracts/identity/account.ts';
import { listNotifications } from '#contracts/messages/notifications.ts';
import { createTestShop, type TestUser } from '#tests/support/shop.ts';
import { addCards } from '#tests/support/stock.ts';
import { sweepWords } from './search/sweep-words.ts';

const shop = await createTestShop();
const { sql } = shop;
const agent = await shop.createUser({ role: 'admin', duties: ['support'] });
const desk = shop.as(agent);

const text = (body: string) => ({ category: 'other', subject: 'My question', body });

async function opened(user: TestUser, body = 'Where is it?') {
  const { body: reply } = await shop.as(user)(support.createTicket, { body: text(body) });
  return reply.data;
}

const comment = (user: TestUser, id: string, body: string) =>
  shop.as(user)(support.commentTicket, { params: { id }, body: { body } });
const answer = (id: string, body: string, settle: 'solved' | 'closed' | null = null) =>
  desk(office.answerTicket, { params: { id }, body: { body, settle } });
const ticketOf = async (user: TestUser, id: string) =>
  (await shop.as(user)(support.getTicket, { params: { id } })).body.data;
const later = () => shop.clock.advance(1000);

test('a ticket goes through its states, under their fixed labels', async () => {
  const buyer = await shop.createUser();
  const { id, status, status_label } = await opened(buyer);
  expect([status, status_label]).toEqual([1, 'Opened']);
  const states = async () => {
    const { status, status_label } = await ticketOf(buyer, id);
    const { body } = await desk(office.getDeskTicket, { params: { id } });
    return [status, status_label, body.data.waiting_since !== null];
  };
  await comment(buyer, id, 'One thing more.');
  expect(await states()).toEqual([2, 'You Replied', true]);
  await answer(id, 'Look again.');
  expect(await states()).toEqual([3, 'Support Replied', false]);
  await shop.as(buyer)(support.solveTicket, { params: { id } });
  expect(await states()).toEqual([4, 'Solved', false]);
  await comment(buyer, id, 'It came back.');
  expect(await states()).toEqual([2, 'You Replied', true]);
  await answer(id, 'Sorry, done.', 'closed');
  expect(await states()).toEqual([5, 'Closed', false]);
  expect((await comment(buyer, id, 'Hello?')).status).toBe(409);
  expect((await answer(id, 'Hello?')).status).toBe(409);
  expect((await shop.as(buyer)(support.solveTicket, { params: { id } })).status).toBe(409);
  expect((await ticketOf(buyer, id)).comments.map(({ body }) => body)).toEqual([
    'Where is it?',
    'One thing more.',
    'Look again.',
    'It came back.',
    'Sorry, done.',
  ]);
});

test('a buyer who is not active yet may ask, and nobody else can read or answer in their place', async () => {
  const newcomer = await shop.createUser({ active: false });
  const stranger = await shop.createUser();
  const { id } = await opened(newcomer);
  const { body: list } = await shop.as(newcomer)(support.listTickets);
  expect(list.data).toMatchObject([{ id, subject: 'My question', category: 'Something else', unread: false }]);
  const params = { id };
  for (const { status } of [
    await shop.as(stranger)(support.getTicket, { params }),
    await comment(stranger, id, 'Mine?'),
    await shop.as(stranger)(support.solveTicket, { params }),
    await shop.as(stranger)(support.readTicket, { params }),
  ])
    expect(status).toBe(404);
  expect((await shop.as(stranger)(support.listTickets)).body.data).toEqual([]);
});

test('a list is filtered by state and text and counted', async () => {
  const buyer = await shop.createUser();
  const ids = [(await opened(buyer, 'One')).id, (await opened(buyer, 'Two')).id];
  await shop.as(buyer)(support.solveTicket, { params: { id: ids[0]! } });
  const listed = async (query: object) => {
    const { body } = await shop.as(buyer)(support.listTickets, { query });
    return [body.data.map(({ id }) => id).sort(), body.meta.total];
  };
  expect(await listed({})).toEqual([[...ids].sort(), 2]);
  expect(await listed({ open: '1' })).toEqual([[ids[1]], 1]);
  expect(await listed({ status: '4' })).toEqual([[ids[0]], 1]);
  expect(await listed({ q: 'question' })).toEqual([[...ids].sort(), 2]);
  expect(await listed({ q: '%' })).toEqual([[], 0]);
});

test('an answer reaches the inbox and the confirmed address, and stays unread until the buyer looks', async () => {
  const buyer = await shop.createUser();
  const { id, number } = await opened(buyer);
  later();
  await answer(id, 'Here **it** is. <b>x</b>');
  const ticket = await ticketOf(buyer, id);
  expect(ticket.unread).toBe(true);
  expect(ticket.comments[1]).toMatchObject({ by_staff: true });
  expect(ticket.comments[1]!.body_html).toContain('<strong>it</strong>');
  expect(ticket.comments[1]!.body_html).not.toContain('<b>');
  expect(JSON.stringify(ticket)).not.toContain(agent.username);
  const { body: inbox } = await shop.as(buyer)(listNotifications);
  expect(inbox.data[0]).toMatchObject({ title: 'Support replied', link: `/support/${id}` });
  await shop.runQueuedJobs();
  const mails = await sql<{ text_body: string }[]>`select text_body from mailbox where recipient = ${buyer.email}`;
  expect(mails).toHaveLength(1);
  expect(mails[0]!.text_body).toContain(`#${number}`);
  expect(mails[0]!.text_body).not.toContain('Here');
  later();
  await shop.as(buyer)(support.readTicket, { params: { id } });
  expect((await ticketOf(buyer, id)).unread).toBe(false);
});

test('no mail goes to an address that nobody confirmed', async () => {
  const newcomer = await shop.createUser({ active: false });
  await answer((await opened(newcomer)).id, 'Hello.');
  await shop.runQueuedJobs();
  expect(await sql`select from mailbox where recipient = ${newcomer.email}`).toHaveLength(0);
});

test('replies of the buyer and of support at the same moment are both kept', async () => {
  const buyer = await shop.createUser();
  const { id } = await opened(buyer);
  const replies = await Promise.all(
    [1, 2, 3].flatMap((n) => [comment(buyer, id, `Buyer ${n}`), answer(id, `Staff ${n}`)]),
  );
  expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 201]);
  expect((await ticketOf(buyer, id)).comments).toHaveLength(7);
});

test('a double click posts once', async () => {
  const buyer = await shop.createUser();
  const { id } = await opened(buyer);
  expect((await opened(buyer)).id).toBe(id);
  for (let i = 0; i < 2; i++) expect((await comment(buyer, id, 'Again')).status).toBe(201);
  expect((await ticketOf(buyer, id)).comments).toHaveLength(2);
});

test('a ticket refers to what is its buyer’s own', async () => {
  const [buyer, stranger] = [await shop.createUser(), await shop.createUser()];
  const order = async ({ id }: TestUser) => {
    const [row] = await sql<{ id: string }[]>`
      insert into orders (user_id, total_cents, card_count) values (${id}, 1000, 1) returning id`;
    return row!.id;
  };
  const [own, foreign] = [await order(buyer), await order(stranger)];
  const about = (kind: 'order' | 'card' | 'payment', id: string) =>
    shop.as(buyer)(support.createTicket, { body: { ...text(`About ${id}`), reference: { kind, id } } });
  for (const refused of [await about('order', foreign), await about('card', own), await about('payment', randomUUID())])
    expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([422, ['reference']]);
  const { body } = await about('order', own);
  expect((await ticketOf(buyer, body.data.id)).reference).toMatchObject({ kind: 'order', id: own, order: { id: own } });
  const { body: choices } = await shop.as(buyer)(support.listTicketReferences);
  expect(choices.data.map(({ id }) => id)).toEqual([own]);
  const { body: seen } = await desk(office.getDeskTicket, { params: { id: body.data.id } });
  expect(seen.data.orders.map(({ id }) => id)).toEqual([own]);
});

test('a card number is refused; a text that could hold one waits for a person, who shows or removes it', async () => {
  const buyer = await shop.createUser();
  const refused = await shop.as(buyer)(support.createTicket, { body: text('It is 4012888888881881.') });
  expect([refused.status, Object.keys(refused.body.errors ?? {})]).toEqual([422, ['body']]);
  const { id } = await opened(buyer, 'My serial is 4012888888881881.');
  await comment(buyer, id, 'Plain.');
  const { comments } = await ticketOf(buyer, id);
  expect(comments.map(({ review }) => review)).toEqual(['waiting', null]);
  const { body: queue } = await desk(office.listDeskTickets, { query: { view: 'review' } });
  expect(queue.data.map((one) => one.id)).toContain(id);
  const review = (comment_id: string, decision: 'shown' | 'removed') =>
    desk(office.reviewComment, { params: { id: comment_id }, body: { decision } });
  expect((await review(comments[0]!.id, 'shown')).body.data.in_review).toBe(false);
  expect((await review(comments[1]!.id, 'shown')).status).toBe(409);
  await review(comments[1]!.id, 'removed');
  expect((await review(comments[1]!.id, 'removed')).status).toBe(409);
  expect((await review(randomUUID(), 'removed')).status).toBe(404);
  expect((await ticketOf(buyer, id)).comments.map(({ review, body }) => [review, body !== ''])).toEqual([
    ['shown', true],
    ['removed', false],
  ]);
  const removed = await sql`select to_jsonb(t)::text as row from ticket_comments t where body = 'Plain.'`;
  expect(removed).toHaveLength(0);
});

test('a number in a subject, which nobody can remove, is masked, and the text waits for a person', async () => {
  const buyer = await shop.createUser();
  const subject = 'Serial 4012888888881881';
  const { body } = await shop.as(buyer)(support.createTicket, { body: { ...text('Hi'), subject } });
  expect(body.data.subject).toBe('Serial [16 digits]');
  expect((await ticketOf(buyer, body.data.id)).comments.map(({ review }) => review)).toEqual(['waiting']);
});

test('what waits is masked for all but support, and nobody finds it before it is let through', async () => {
  const buyer = await shop.createUser();
  const { id } = await opened(buyer, 'The zeppelin serial is 4012888888881881.');
  const { comments } = await ticketOf(buyer, id);
  expect(comments[0]!.body).toBe('The zeppelin serial is [16 digits].');
  const { body: seen } = await desk(office.getDeskTicket, { params: { id } });
  expect(seen.data.comments[0]!.body).toContain('4012888888881881');
  const found = async () =>
    (await sql`select from ticket_search where ticket_id = ${id} and words @@ to_tsquery('simple', 'zeppelin')`).length;
  expect(await found()).toBe(0);
  await desk(office.reviewComment, { params: { id: comments[0]!.id }, body: { decision: 'shown' } });
  expect(await found()).toBe(1);
});

test('a refused number that is no card can be sent for a check, and waits as it was written', async () => {
  const buyer = await shop.createUser();
  const written = text('It is 4012888888881881.');
  const refused = await shop.as(buyer)(support.createTicket, { body: written });
  expect([refused.status, refused.body.message]).toEqual([422, expect.stringContaining('send it for a check')]);
  const { body } = await shop.as(buyer)(support.createTicket, { body: { ...written, check: true } });
  const { body: seen } = await desk(office.getDeskTicket, { params: { id: body.data.id } });
  expect(seen.data.comments).toMatchObject([{ body: written.body, review: 'waiting' }]);
});

test('a text about a payment card that is sent for a check is kept without its long numbers', async () => {
  const buyer = await shop.createUser();
  const written = text('My Visa 4012 8888 8888 1881 was charged.');
  const { body } = await shop.as(buyer)(support.createTicket, { body: { ...written, check: true } });
  const { body: seen } = await desk(office.getDeskTicket, { params: { id: body.data.id } });
  expect(seen.data.comments).toMatchObject([{ body: 'My Visa [16 digits] was charged.', review: 'waiting' }]);
  expect(await sql`select from ticket_comments where body like '%8888 1881%'`).toHaveLength(0);
});

test.each(['4012888888881881|12|29|123', '%B4012888888881881^DOE/JOHN^29121010000000', 'my cvv is 123'])(
  '%j is refused, sent for a check or not',
  async (written) => {
    const buyer = await shop.createUser();
    for (const check of [false, true]) {
      const { status, body } = await shop.as(buyer)(support.createTicket, { body: { ...text(written), check } });
      expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['body']]);
      expect(body.message).not.toContain('check');
    }
  },
);

test('a number that goes on from a reply to the next waits for a person', async () => {
  const buyer = await shop.createUser();
  const { id } = await opened(buyer, 'Hello');
  await comment(buyer, id, '4012 8888');
  await comment(buyer, id, '8888 1881');
  const { comments } = await ticketOf(buyer, id);
  expect(comments.map(({ review }) => review)).toEqual([null, null, 'waiting']);
});

test('categories that are not offered and tickets without text are refused', async () => {
  const buyer = await shop.createUser();
  const sent = async (change: object) => {
    const { status, body } = await shop.as(buyer)(support.createTicket, { body: { ...text('Hi'), ...change } });
    return [status, ...Object.keys(body.errors ?? {})];
  };
  expect(await sent({ category: 'claim' })).toEqual([422, 'category']);
  expect(await sent({ category: 'none' })).toEqual([422, 'category']);
  expect(await sent({ subject: ' ' })).toEqual([422, 'subject']);
  expect(await sent({ body: '\n' })).toEqual([422, 'body']);
  const { body } = await shop.as(buyer)(support.listSupportCategories);
  expect(body.data.map(({ slug }) => slug)).toEqual(['card', 'order', 'payment', 'preorder', 'account', 'other']);
});

test('the topics that a shop starts with have names in English, German and Spanish', async () => {
  const named = (await desk(support.listCategories)).body.data.filter(({ slug }) => slug !== 'delivery');
  expect(named.map(({ names }) => Object.keys(names).sort())).toEqual(named.map(() => ['de', 'en', 'es']));
});

test('the sixth ticket of an hour and the 31st reply are refused', async () => {
  const buyer = await shop.createUser();
  const { id } = await opened(buyer, 'Ticket 1');
  for (let i = 2; i <= 5; i++) await opened(buyer, `Ticket ${i}`);
  expect((await shop.as(buyer)(support.createTicket, { body: text('Ticket 6') })).status).toBe(429);
  await sql`update throttles set hits = 30 where key = ${`ticket:comment:${buyer.id}`}`;
  await comment(buyer, id, 'First');
  await sql`update throttles set hits = 30 where key = ${`ticket:comment:${buyer.id}`}`;
  expect((await comment(buyer, id, 'Too much')).status).toBe(429);
});

test('the queue begins with the longest wait, and shows who took what', async () => {
  const buyer = await shop.createUser();
  const first = await opened(buyer, 'First');
  later();
  const second = await opened(buyer, 'Second');
  const inView = async (view: (typeof office.DESK_VIEWS)[number]) => {
    const { body } = await desk(office.listDeskTickets, { query: { view, q: buyer.username } });
    return body.data.map(({ id }) => id);
  };
  later();
  await comment(buyer, first.id, 'Still waiting.');
  expect(await inView('waiting')).toEqual([first.id, second.id]);
  expect(await inView('mine')).toEqual([]);
  const assign = (id: string, take: boolean) =>
    desk(office.assignTicket, { params: { id }, body: { assignee_id: take ? agent.id : null } });
  expect((await assign(first.id, true)).body.data.assignee).toMatchObject({ id: agent.id });
  expect(await inView('unassigned')).toEqual([second.id]);
  expect(await inView('mine')).toEqual([first.id]);
  await assign(first.id, false);
  expect(await inView('mine')).toEqual([]);
  await answer(first.id, 'Mine from now on.');
  expect([await inView('waiting'), await inView('mine')]).toEqual([[second.id], [first.id]]);
  const found = await desk(office.listDeskTickets, { query: { view: 'all', q: `#${second.number}` } });
  expect(found.body.data.map(({ id }) => id)).toEqual([second.id]);
});

test('a note of staff is seen by staff alone: not by the buyer, on their channel or in their export', async () => {
  const buyer = await shop.createUser();
  const { id } = await opened(buyer);
  const events = () => sql`select from events where channel = ${`private-user.${buyer.id}`}`;
  const before = (await events()).length;
  await desk(office.noteTicket, { params: { id }, body: { body: 'A canary note' } });
  expect(await events()).toHaveLength(before);
  const { body: seen } = await desk(office.getDeskTicket, { params: { id } });
  expect(seen.data.notes).toMatchObject([{ author: agent.username, body: 'A canary note' }]);
  expect(JSON.stringify(await ticketOf(buyer, id))).not.toContain('canary');
  const { body: exported } = await shop.as(buyer)(exportAccount);
  expect(exported).toMatchObject({ tickets: [{ comments: [{ body: 'Where is it?' }] }] });
  expect(JSON.stringify(exported)).not.toContain('canary');
});

test('staff solves and closes without a word, and an auditor only reads', async () => {
  const buyer = await shop.createUser();
  const { id } = await opened(buyer);
  const settle = (as: 'solved' | 'closed') => desk(office.settleTicket, { params: { id }, body: { settle: as } });
  expect((await settle('solved')).body.data.status_label).toBe('Solved');
  expect((await settle('closed')).body.data.status_label).toBe('Closed');
  expect((await settle('solved')).status).toBe(409);
  const auditor = shop.as(await shop.createUser({ role: 'admin', duties: ['auditor'] }));
  expect((await auditor(office.getDeskTicket, { params: { id } })).status).toBe(200);
  expect((await auditor(office.noteTicket, { params: { id }, body: { body: 'x' } })).status).toBe(403);
  expect((await desk(office.getDeskTicket, { params: { id: randomUUID() } })).status).toBe(404);
});

test('the database itself refuses a comment on a closed ticket', async () => {
  const buyer = await shop.createUser();
  const { id } = await opened(buyer);
  await answer(id, 'Bye.', 'closed');
  const written = sql`
    insert into ticket_comments (ticket_id, author_id, by_staff, body, created_at)
    values (${id}, ${buyer.id}, false, 'x', now())`;
  await expect(written).rejects.toThrow('is closed');
});

test('staff keeps the categories: a new one is offered, a withdrawn one refused', async () => {
  const buyer = await shop.createUser();
  const save = (slug: string, offered: boolean, names: Record<string, string> = { en: 'Delivery', de: 'Lieferung' }) =>
    desk(support.saveCategory, { params: { slug }, body: { names, position: 5, offered } });
  const offered = async () => (await shop.as(buyer)(support.listSupportCategories)).body.data[0];
  expect((await save('delivery', true)).status).toBe(204);
  expect(await offered()).toEqual({ slug: 'delivery', name: 'Delivery' });
  expect((await desk(support.listCategories)).body.data[0]).toMatchObject({
    slug: 'delivery',
    names: { de: 'Lieferung' },
  });
  await save('delivery', false);
  expect(await offered()).not.toMatchObject({ slug: 'delivery' });
  const refused = await shop.as(buyer)(support.createTicket, { body: { ...text('Hi'), category: 'delivery' } });
  expect(refused.status).toBe(422);
  expect(Object.keys((await save('delivery', true, { de: 'Lieferung' })).body.errors ?? {})).toEqual(['names']);
});

test('a search finds the beginning, a part and another form of a word, and what is misspelt', async () => {
  const buyer = await shop.createUser();
  const { id } = await opened(buyer, 'My Geschenkkarten were refunded by Zephyrine.');
  const other = await opened(buyer, 'Another matter.');
  await sweepWords(shop.ctx);
  const finds = async (q: string) => {
    const { body } = await shop.as(buyer)(support.listTickets, { query: { q } });
    return body.data.map((one) => one.id);
  };
  for (const q of ['zephyr', 'Zephyrien', 'karten', 'geschenkkarte', 'refunding', 'refunded the zephyrine'])
    expect([q, await finds(q)]).toEqual([q, [id]]);
  expect(await finds('zephyrine another')).toEqual([]);
  expect(await finds('question')).toEqual([other.id, id]);
  const stranger = await shop.createUser();
  expect((await shop.as(stranger)(support.listTickets, { query: { q: 'zephyrine' } })).body.data).toEqual([]);
});

test('what was removed is found no more, nor kept among the words that correct others', async () => {
  const buyer = await shop.createUser();
  const { id } = await opened(buyer, 'Sensitivewordling');
  await comment(buyer, id, 'Staysinsidable');
  await sweepWords(shop.ctx);
  const found = async (q: string) =>
    (await desk(office.listDeskTickets, { query: { view: 'all', q } })).body.data.map((one) => one.id);
  expect([await found('sensitivewordling'), await found(buyer.username)]).toEqual([[id], [id]]);
  const { comments } = await ticketOf(buyer, id);
  const body = { decision: 'removed' as const };
  await desk(office.reviewComment, { params: { id: comments[0]!.id }, body });
  await sweepWords(shop.ctx);
  expect([await found('sensitivewordling'), await found('staysinsidable')]).toEqual([[], [id]]);
  expect(await sql`select from ticket_words where word like 'sensitivew%'`).toHaveLength(0);
});

test('a buyer says once whether support helped, when a ticket that support answered is solved', async () => {
  const [buyer, stranger] = [await shop.createUser(), await shop.createUser()];
  const { id } = await opened(buyer);
  const rate = (user: TestUser, comment = '') =>
    shop.as(user)(support.rateTicket, { params: { id }, body: { good: true, comment } });
  expect((await rate(buyer)).status).toBe(409);
  await shop.as(buyer)(support.solveTicket, { params: { id } });
  expect((await ticketOf(buyer, id)).may_rate).toBe(false);
  for (let i = 0; i < 2; i++) await answer(id, `Done ${i}.`, 'solved');
  await shop.runQueuedJobs();
  const asked = await sql`select from mailbox where recipient = ${buyer.email} and subject = 'Your ticket is solved'`;
  expect(asked).toHaveLength(1);
  expect((await ticketOf(buyer, id)).may_rate).toBe(true);
  expect((await rate(stranger)).status).toBe(404);
  expect((await rate(buyer, 'My card is 4012888888881881')).status).toBe(422);
  expect((await rate(buyer, 'Quick.')).status).toBe(204);
  expect((await rate(buyer)).status).toBe(409);
  expect(await ticketOf(buyer, id)).toMatchObject({ may_rate: false, rating: { good: true, comment: 'Quick.' } });
  const { body: exported } = await shop.as(buyer)(exportAccount);
  expect(exported).toMatchObject({ tickets: [{ rating: { comment: 'Quick.' } }] });
});

test('a long conversation is read page by page, the latest first, by its buyer and at the desk', async () => {
  const buyer = await shop.createUser();
  const { id } = await opened(buyer);
  await sql`
    insert into ticket_comments (ticket_id, author_id, by_staff, body, created_at)
    select ${id}, ${buyer.id}, false, 'Line ' || n, now() from generate_series(1, 204) as n`;
  for (const read of [
    shop.as(buyer)(support.getTicket, { params: { id } }),
    desk(office.getDeskTicket, { params: { id } }),
  ]) {
    const { comments, comments_meta } = (await read).body.data;
    expect(comments.map(({ body }) => body)).toEqual(['Line 200', 'Line 201', 'Line 202', 'Line 203', 'Line 204']);
    expect(comments_meta).toMatchObject({ current_page: 2, last_page: 2, from: 201, to: 205, total: 205 });
  }
  const { body } = await shop.as(buyer)(support.getTicket, { params: { id }, query: { page: '1' } });
  expect(body.data.comments).toHaveLength(200);
  expect(body.data.comments[0]!.body).toBe('Where is it?');
  expect(JSON.stringify(body.data)).not.toContain('author');
});

test("a ticket refers to a pre-order of the buyer's own", async () => {
  const [buyer, stranger] = [await shop.createUser(), await shop.createUser()];
  await addCards(shop);
  const [preorder] = await sql<{ id: string; name: string }[]>`
    insert into preorders (user_id, programme_id, face_cents, quantity, highest_price_cents, notify_only,
      expires_on, created_at, queued_at)
    select ${buyer.id}, id, 2000, 3, 2000, true, '2099-01-01', now(), now() from programmes limit 1
    returning id, (select name from programmes where id = programme_id) as name`;
  const reference = { kind: 'preorder' as const, id: preorder!.id };
  const { body: listed } = await shop.as(buyer)(support.listTicketReferences);
  const shown = { ...reference, preorder: { programme: preorder!.name, face_cents: 2000, quantity: 3 } };
  expect(listed.data).toMatchObject([shown]);
  const ask = (user: TestUser) => shop.as(user)(support.createTicket, { body: { ...text('When?'), reference } });
  expect((await ask(stranger)).body.errors).toHaveProperty('reference');
  const { body } = await ask(buyer);
  expect((await ticketOf(buyer, body.data.id)).reference).toMatchObject(shown);
});
