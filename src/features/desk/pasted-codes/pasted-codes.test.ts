import { randomUUID } from 'node:crypto';
import nodemailer from 'nodemailer';
import { afterAll, expect, it } from 'vitest';
import { claimCard } from '#contracts/desk/claims.ts';
import { getDeskTicket, listDeskTickets } from '#contracts/desk/desk.ts';
import * as guests from '#contracts/desk/guests.ts';
import * as support from '#contracts/desk/support.ts';
import { exportAccount } from '#contracts/identity/account.ts';
import { listNotifications } from '#contracts/messages/notifications.ts';
import { makeGift } from '#contracts/shop/gifts.ts';
import { placeOrder, revealCard } from '#contracts/shop/orders.ts';
import { changeBoughtCard } from '#contracts/shop/wallet.ts';
import type { CodeMask } from '#features/oversight/import-guard/masks/format.ts';
import { createTestShop, type TestUser } from '#tests/support/shop.ts';
import { codeNumber, createStaff } from '#tests/support/staff.ts';
import { hideStoredCodes } from '../support/hide-stored-codes.ts';
import { replyAddress } from '../support/inbox/reply-address.ts';
import { startInbox } from '../support/inbox/start-inbox.ts';

const inbox = { host: '127.0.0.1', port: 0, domain: 'reply.example.com', tls: null };
const shop = await createTestShop({ inbox });
const { ctx, sql } = shop;
const staff = await createStaff(shop);
const desk = shop.as(await shop.createUser({ role: 'admin', duties: ['support'] }));
const { port, stop } = await startInbox(ctx, inbox);
afterAll(stop);
const smtp = nodemailer.createTransport({ host: '127.0.0.1', port, ignoreTLS: true });

const PIN = '730415';
let serial = 0;
const newCode = () => codeNumber(12_345_678_901 + 7919 * serial++);
const buyerOf = () => shop.createUser({ balance_cents: 20_000, tier: 2 });

/** Cards of one programme that are on sale. */
async function stock(codes: string[], code?: CodeMask) {
  const programme = code ? { code_format: { code, pin: { kind: 'numeric' as const, length: 6 } } } : {};
  const { programme_id } = await staff.onSale(
    codes.map((each) => ({ code: each, pin: PIN })),
    { programme },
  );
  const rows = await sql<
    { id: string }[]
  >`select id from cards where programme_id = ${programme_id} order by import_row`;
  return rows.map(({ id }) => id);
}

/** An order of a buyer's with these codes. */
async function bought(codes: string[], code?: CodeMask) {
  const buyer = await buyerOf();
  const ids = await stock(codes, code);
  const { body } = await shop.as(buyer)(placeOrder, { body: { ids }, idempotencyKey: randomUUID() });
  return { buyer, order: body.data, ids };
}

const write = async (user: TestUser, body: string, subject = 'My card') =>
  (await shop.as(user)(support.createTicket, { body: { category: 'other', subject, body } })).body.data;
const asStaffSees = async (id: string) => (await desk(getDeskTicket, { params: { id } })).body.data;
const TOKEN = /\[card [2-9A-HJ-NP-Z]{8}\]/;

/** Whether any column of the database holds a text. */
async function stands(text: string): Promise<string[]> {
  const tables = await sql<{ name: string }[]>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'm')`;
  const found: string[] = [];
  for (const { name } of tables) {
    const [row] = await sql`select from ${sql(name)} as t where t::text ilike ${`%${text}%`} limit 1`;
    if (row) found.push(name);
  }
  return found;
}

it('an own code is hidden with its PIN in a ticket, staff see which card it was, and the buyer is told', async () => {
  const [other, code] = [newCode(), newCode()];
  const { buyer, order, ids } = await bought([other, code]);
  const { id } = await write(buyer, `Hello, my code ${code} (PIN ${PIN}) doesn't work. I paid on the 12th.`);
  const seen = await asStaffSees(id);
  const [ref] = TOKEN.exec(seen.comments[0]!.body)!;
  expect(seen.comments[0]!.body).toBe(`Hello, my code ${ref} (PIN [PIN]) doesn't work. I paid on the 12th.`);
  const place = order.cards.findIndex((card) => card.id === ids[1]) + 1;
  expect(seen.pasted_cards).toEqual([
    { ref: ref.slice(6, 14), order_id: order.id, order_number: order.number, place, own: true },
  ]);
  const { data: told } = (await shop.as(buyer)(listNotifications)).body;
  expect(told.map(({ title }) => title)).toContain('We hid a card code in your text');
  for (const part of [code, code.replaceAll('-', '')]) expect(await stands(part)).toEqual([]);
  expect(shop.logged.join('')).not.toContain(code);
  const words = code.split('-');
  for (const q of [code, ...words]) {
    const { body } = await desk(listDeskTickets, { query: { q } });
    expect(body.data.map((ticket) => ticket.id)).not.toContain(id);
  }
});

it.each<[string, (code: string) => string]>([
  ['in small letters', (code) => code.toLowerCase()],
  ['without its separators', (code) => code.replaceAll('-', '')],
  ['with other separators', (code) => code.replaceAll('-', ' / ')],
  ['over several lines', (code) => code.replaceAll('-', '\n')],
  ['in full-width letters', (code) => code.replace(/[A-Z0-9]/g, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0))],
  ['with invisible characters', (code) => [...code].join('\u200b')],
  ['glued to a word', (code) => `code${code.replaceAll('-', '')}thanks`],
  ['in brackets and Markdown', (code) => `**[${code}]**`],
  ['twice', (code) => `${code} ${code}`],
])('a code is found %s', async (_how, disguise) => {
  const code = newCode();
  const { buyer } = await bought([code]);
  const { id } = await write(buyer, `It is this one: ${disguise(code)}. Please look.`);
  const { body } = (await asStaffSees(id)).comments[0]!;
  expect(body).toMatch(TOKEN);
  expect(body).toMatch(/^It is this one: .*Please look\.$/s);
  expect(
    body
      .normalize('NFKC')
      .replace(/[^A-Za-z0-9]/g, '')
      .toUpperCase(),
  ).not.toContain(code.replaceAll('-', ''));
});

it('numbers and claim links are found, too', async () => {
  const numeric: CodeMask = { kind: 'numeric', length: 16, prefix: '707412' };
  const link: CodeMask = {
    kind: 'link',
    host: 'claim.issuer.example',
    path: '/g/',
    length: 16,
    alphabet: 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz',
  };
  for (const [code, mask, written] of [
    ['7074120000431908', numeric, '7074 1200 0043 1908'],
    ['https://claim.issuer.example/g/ABCDEFGHJKLMNabc', link, 'claim.issuer.example/g/ABCDEFGHJKLMNabc'],
  ] as const) {
    const { buyer } = await bought([code], mask);
    const { id } = await write(buyer, `See ${written}!`);
    expect((await asStaffSees(id)).comments[0]!.body).toMatch(/^See \[card [2-9A-Z]{8}\]!$/);
  }
});

it('nothing is hidden from a text without a code', async () => {
  await bought([newCode()]);
  const buyer = await buyerOf();
  const body = 'ABCDE-FGHJK-LMNPQ is no code of yours. Order 1037, PIN 730415, on 12.03.2026; thanks a lot!';
  const { id } = await write(buyer, body);
  expect((await asStaffSees(id)).comments[0]!.body).toBe(body);
  expect((await asStaffSees(id)).pasted_cards).toEqual([]);
});

it('codes are hidden in every text of a buyer', async () => {
  const code = newCode();
  const { buyer, order, ids } = await bought([code, newCode()]);
  const params = { id: order.id, card_id: ids[0]! };
  const second = { id: order.id, card_id: ids[1]! };
  const me = shop.as(buyer);
  const { id } = await write(buyer, 'A question', `About ${code}`);
  await me(support.commentTicket, { params: { id }, body: { body: `Again: ${code}` } });
  await smtp.sendMail({
    from: buyer.email,
    to: replyAddress(ctx, inbox, (await asStaffSees(id)).number),
    text: `By mail: ${code}`,
  });
  expect((await me(changeBoughtCard, { params, body: { note: code } })).body.data).toMatchObject({
    note: expect.stringMatching(TOKEN),
  });
  expect((await me(makeGift, { params: second, body: { consent: true, message: `For you: ${code}` } })).status).toBe(
    201,
  );
  await me(revealCard, { params, body: { consent: true } });
  const claim = { params, body: { reason: 'other' as const, note: `It is ${code}` }, idempotencyKey: randomUUID() };
  expect((await me(claimCard, claim)).status).toBe(201);
  await shop.request(guests.createGuestTicket, {
    body: { email: 'guest@example.com', category: 'other', subject: `Card ${code}`, body: `Code ${code} PIN ${PIN}` },
  });
  const seen = await asStaffSees(id);
  expect([seen.subject, ...seen.comments.map(({ body }) => body)]).toEqual([
    expect.stringMatching(/^About \[card \w{8}\]$/),
    'A question',
    expect.stringMatching(/^Again: \[card \w{8}\]$/),
    expect.stringMatching(/^By mail: \[card \w{8}\]$/),
  ]);
  expect(await stands(code)).toEqual([]);
  const exported = await me(exportAccount);
  expect(JSON.stringify(exported.body)).not.toContain(code);
});

it('a repeated request with a code is the same request', async () => {
  const code = newCode();
  const { buyer } = await bought([code]);
  const { id } = await write(buyer, 'A question');
  const again = () =>
    shop.as(buyer)(support.commentTicket, { params: { id }, body: { body: code }, idempotencyKey: 'reply:1' });
  expect([(await again()).status, (await again()).status]).toEqual([201, 201]);
  expect((await asStaffSees(id)).comments).toHaveLength(2);
});

it("somebody else's code looks the same to its writer, and tells nothing of whose it is", async () => {
  const [own, others, unsold] = [newCode(), newCode(), newCode()];
  const { buyer } = await bought([own]);
  const { order } = await bought([others]);
  const [card] = await stock([unsold]);
  const { id } = await write(buyer, [own, others, unsold].join('\n\n'));
  const { data } = (await shop.as(buyer)(support.getTicket, { params: { id } })).body;
  expect(data.comments[0]!.body).toMatch(/^(\[card \w{8}\]\n\n){2}\[card \w{8}\]$/);
  for (const secret of [order.id, card!, 'pasted_cards']) expect(JSON.stringify(data)).not.toContain(secret);
  const { pasted_cards } = await asStaffSees(id);
  expect(pasted_cards).toHaveLength(3);
  expect(pasted_cards).toContainEqual(expect.objectContaining({ order_id: order.id, own: false }));
  expect(pasted_cards).toContainEqual(expect.objectContaining({ order_id: null, own: false }));
  const [alert] = await sql`select user_ids from alerts where kind = 'stock.code_pasted'`;
  expect(alert).toEqual({ user_ids: [buyer.id] });
  // A reference that somebody else writes resolves to nothing.
  const thief = await buyerOf();
  const copied = await write(thief, data.comments[0]!.body);
  expect((await asStaffSees(copied.id)).pasted_cards).toEqual([]);
});

it('an account that writes three codes of others within a day is reported', async () => {
  const codes = [newCode(), newCode(), newCode()];
  await bought(codes);
  const buyer = await buyerOf();
  const reported = () =>
    sql`select details, times from alerts where kind = 'velocity.pasted_codes' and subject = ${buyer.id}`;
  await write(buyer, codes.slice(0, 2).join(' '));
  expect(await reported()).toEqual([]);
  await write(buyer, codes[2]!);
  expect(await reported()).toEqual([{ details: { count: 3 }, times: 1 }]);
});

it('texts from before are gone through once, in pieces', async () => {
  const code = newCode();
  const { buyer } = await bought([code]);
  const { id } = await write(buyer, 'First');
  await sql`
    insert into ticket_comments (ticket_id, author_id, by_staff, body, created_at)
    select ${id}, ${buyer.id}, false, 'Line ' || n, now() - interval '1 day' from generate_series(1, 450) n`;
  await sql`
    insert into ticket_comments (ticket_id, author_id, by_staff, body, created_at)
    values (${id}, ${buyer.id}, false, ${`Old code ${code}`}, now() - interval '1 day')`;
  await sql`update tickets set subject = ${`Old ${code}`} where id = ${id}`;
  await sql`update pasted_code_search set until = ${new Date(shop.clock.now().getTime() + 1000)}`;
  expect(await stands(code.slice(0, 5))).not.toEqual([]);
  await hideStoredCodes(ctx);
  expect(await stands(code)).toEqual([]);
  expect(await sql`select from ticket_search where words::text ilike ${`%${code.slice(0, 5)}%`}`).toHaveLength(0);
  expect(await sql`select from pasted_code_search where ended_at is not null`).toHaveLength(1);
  await hideStoredCodes(ctx);
});

const PHRASE = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
const WIF = '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ';

it.each([
  ['a recovery phrase', `Please restore it: ${PHRASE}. Thanks!`],
  [
    'a numbered one',
    PHRASE.split(' ')
      .map((word, at) => `${at + 1}. ${word.toUpperCase()}`)
      .join('\n'),
  ],
  ['a private key', `My key ${WIF}`],
  [
    'an extended one',
    `xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi`,
  ],
  ['one in hex', `private key: 0x${'c0ffee'.repeat(10)}c0de`],
  ['a key file', '-----BEGIN EC PRIVATE KEY-----\nMHQ='],
])('%s of a wallet is refused with a warning and never stored', async (_what, secret) => {
  const buyer = await buyerOf();
  const { status, body } = await shop.as(buyer)(support.createTicket, {
    body: { category: 'other', subject: 'Help', body: secret },
  });
  expect([status, body.errors]).toEqual([422, { body: [expect.stringMatching(/recovery phrase or private key/)] }]);
  const guest = await shop.request(guests.createGuestTicket, {
    body: { email: 'guest@example.com', category: 'other', subject: 'Help', body: secret },
  });
  expect(guest.status).toBe(422);
  const { id } = await write(buyer, 'A question');
  const mail = { from: buyer.email, to: replyAddress(ctx, inbox, (await asStaffSees(id)).number), text: secret };
  await sql`delete from throttles`;
  await expect(smtp.sendMail(mail)).rejects.toThrow(/^Message failed: 550 .*recovery phrase/);
  expect(shop.logged.join('')).not.toContain(secret.slice(20, 60));
});

it.each([
  'The txid is a1075db55d416d3ca199f55b6084e2115b9345e16c5cf302fc80e9d5fbf5d48d, sent yesterday.',
  'My key is 5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTK',
  'I will never share my private key or a recovery phrase with you. Legal winner thank year wave!',
])('%s is no secret', async (body) => {
  expect(await write(await buyerOf(), body)).toMatchObject({ status: 1 });
});

it('whoever writes many numbers learns of none which is in stock, and whoever lists own cards is read', async () => {
  const prefix = '707413';
  const numeric: CodeMask = { kind: 'numeric', length: 16, prefix };
  const numbers = (from: number, count: number) =>
    Array.from({ length: count }, (_, n) => `${prefix}${String((from + n) * 7919).padStart(10, '4')}`);
  const codes = numbers(1, 20);
  const { buyer, ids } = await bought(codes, numeric);
  const send = (user: TestUser, body: string) =>
    shop.as(user)(support.createTicket, { body: { category: 'other', subject: 'Cards', body } });
  const thief = await buyerOf();
  const guesses = [...numbers(100, 299), codes[0]!];
  expect((await send(thief, guesses.join(' and '))).status).toBe(201);
  for (const text of [`And ${codes[1]}?`, `And ${numbers(999, 1)[0]}?`])
    expect((await send(thief, text)).status).toBe(429);
  const card = { id: (await bought([newCode()])).order.id, card_id: ids[0]! };
  const note = await shop.as(thief)(changeBoughtCard, { params: card, body: { note: `${codes[2]}` } });
  expect(note.status).toBe(429);
  for (let n = 0; n < 3; n++) expect((await send(buyer, `Again ${n}: ${codes.join(' and ')}`)).status).toBe(201);
});
