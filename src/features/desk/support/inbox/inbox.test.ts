import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import nodemailer, { type SendMailOptions } from 'nodemailer';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import * as deskContract from '#contracts/desk/desk.ts';
import * as guests from '#contracts/desk/guests.ts';
import * as support from '#contracts/desk/support.ts';
import type { Mail } from '#platform/mail/mailer.ts';
import { createTestShop, type TestUser } from '#tests/support/shop.ts';
import { keyOfText } from '../../../identity/sessions/throttle/throttle.ts';
import { replyAddress } from './reply-address.ts';
import { startInbox } from './start-inbox.ts';
import { stripQuote } from './strip-quote.ts';
import { sweepMails } from './sweep-mails.ts';

const inbox = { host: '127.0.0.1', port: 0, domain: 'reply.example.com', tls: null };
const shop = await createTestShop({ inbox });
const { sql, ctx } = shop;
const desk = shop.as(await shop.createUser({ role: 'admin', duties: ['support'] }));
// As from another machine.
const { port, stop } = await startInbox(ctx, inbox, { isOurs: () => false });
afterAll(stop);
const client = nodemailer.createTransport({ host: '127.0.0.1', port, ignoreTLS: true });

async function opened(user: TestUser, subject = 'My question') {
  const body = { category: 'other', subject, body: 'Where is it?' };
  const { body: reply } = await shop.as(user)(support.createTicket, { body });
  return reply.data;
}

/** The answer of the SMTP server: the code and the sentence of a refusal, or 250. */
async function send(mail: SendMailOptions): Promise<string> {
  try {
    return (await client.sendMail(mail)).response.slice(0, 3);
  } catch (error) {
    return (error as { response: string }).response;
  }
}

const commentsOf = async (id: string) => {
  const rows = await sql<{ body: string; author_id: string | null }[]>`
    select body, author_id from ticket_comments where ticket_id = ${id} order by id`;
  return rows.slice(1).map(({ body }) => body);
};

async function world() {
  // Each test may send as many mails as a network in a minute.
  await sql`delete from throttles where key like 'inbox:%'`;
  const buyer = await shop.createUser();
  const { id, number } = await opened(buyer);
  const mail = { from: `Buyer <${buyer.email}>`, to: replyAddress(ctx, inbox, number), text: 'It is still missing.' };
  return { buyer, id, number, mail };
}

test('an answer is mailed with an address for replies, and a reply to it is a comment that the desk knows came by mail', async () => {
  const { buyer, id, mail } = await world();
  await desk(deskContract.answerTicket, { params: { id }, body: { body: 'Look again.' } });
  const mails: Mail[] = [];
  await shop.runQueuedJobs({ send: async (one) => void mails.push(one) });
  expect(mails.filter(({ to }) => to === buyer.email)).toMatchObject([{ reply_to: mail.to }]);
  const quoted = 'It is **still** missing.\r\n\r\nOn Sun, 22 Nov 2026 at 10:00, Shop wrote:\r\n> Look again.\r\n';
  expect(await send({ ...mail, text: quoted })).toBe('250');
  const { body } = await shop.as(buyer)(support.getTicket, { params: { id } });
  expect(body.data).toMatchObject({ status: 2, comments: [{}, { by_staff: true }, { by_staff: false }] });
  expect(body.data.comments[2]!.body).toBe('It is **still** missing.');
  expect(
    await sql`
      select actor_id, details ->> 'via' as via from audit_entries
      where action = 'ticket.commented' and subject = ${id}`,
  ).toEqual([{ actor_id: null, via: 'mail' }]);
  const { body: seen } = await desk(deskContract.getDeskTicket, { params: { id } });
  expect(seen.data.comments.map(({ author, by_mail }) => [author, by_mail])).toEqual([
    [buyer.username, false],
    [expect.any(String), false],
    [buyer.username, true],
  ]);
});

test('a guest may reply by mail, too', async () => {
  const body = { email: 'guest@example.com', category: 'account', subject: 'Locked out', body: 'Help.' };
  await shop.as(null)(guests.createGuestTicket, { body });
  const [ticket] = await sql<{ id: string; number: number }[]>`select id, number from tickets where user_id is null`;
  const to = replyAddress(ctx, inbox, ticket!.number);
  expect(await send({ from: 'GUEST@example.com', to, text: 'More.' })).toBe('250');
  expect(await commentsOf(ticket!.id)).toEqual(['More.']);
});

test('a mail that arrives twice is one reply', async () => {
  const { id, mail } = await world();
  for (let i = 0; i < 2; i++) expect(await send({ ...mail, messageId: '<twice@example.com>' })).toBe('250');
  expect(await commentsOf(id)).toHaveLength(1);
  await sql`update ticket_mails set received_at = received_at - interval '31 days'`;
  await sweepMails(ctx);
  expect(await sql`select from ticket_mails where ticket_id = ${id}`).toHaveLength(0);
});

test("a mail hides none to another ticket by taking that one's Message-ID", async () => {
  const [one, other] = [await world(), await world()];
  for (const { mail } of [one, other]) expect(await send({ ...mail, messageId: '<same@example.com>' })).toBe('250');
  expect([await commentsOf(one.id), await commentsOf(other.id)]).toEqual([[one.mail.text], [other.mail.text]]);
});

test('an address that we did not sign, and one beside it, are unknown: nothing is relayed', async () => {
  const { id, mail, number } = await world();
  const other = await world();
  const wrong = mail.to.replace(/\.[0-9a-f]{4}/, '.0000');
  const swapped = other.mail.to.replace(`+${other.number}.`, `+${number}.`);
  for (const to of [wrong, swapped, 'somebody@example.com', mail.to.replace('@reply.', '@other.')])
    expect(await send({ ...mail, to })).toMatch(/^550 .*This address doesn't exist/);
  expect(await send({ ...mail, to: mail.to.toUpperCase() })).toBe('250');
  expect(await commentsOf(id)).toHaveLength(1);
  expect(await commentsOf(other.id)).toEqual([]);
});

test('only the address of the owner may reply, while it is confirmed and the account is not disabled', async () => {
  const { buyer, id, mail } = await world();
  expect(await send({ ...mail, from: 'stranger@example.com' })).toMatch(/^550 .*owner/);
  await sql`update users set disabled_at = now() where id = ${buyer.id}`;
  expect(await send(mail)).toMatch(/^550 .*owner/);
  await sql`update users set disabled_at = null, email_verified_at = null where id = ${buyer.id}`;
  expect(await send(mail)).toMatch(/^550 .*owner/);
  expect(await commentsOf(id)).toEqual([]);
});

test('attachments, large mails, card data, long and empty texts are refused in a sentence', async () => {
  const { buyer, id, mail } = await world();
  const file = { filename: 'a.txt', content: 'x' };
  expect(await send({ ...mail, attachments: [file] })).toMatch(/^550 .*attachments/);
  expect(await send({ ...mail, text: 'It is 4012888888881881.' })).toMatch(/^550 .*payment-card data/);
  expect(await send({ ...mail, text: '> only a quote' })).toMatch(/^550 .*no text/);
  expect(await send({ ...mail, text: 'long '.repeat(1700) })).toMatch(/^550 .*8,000/);
  expect(await send({ ...mail, text: 'long line\n'.repeat(30_000) })).toMatch(/^552 /);
  const many = Array.from({ length: 5_000 }, (_, i) => `somebody${i}@example.com`);
  expect(await send({ ...mail, cc: many, envelope: { from: buyer.email, to: mail.to } })).toMatch(/^552 /);
  expect(await send({ ...mail, text: '', html: '<div>'.repeat(40_000) })).toMatch(/^550 .*no text/);
  expect(await commentsOf(id)).toEqual([]);
  const image = { filename: 'logo.png', content: 'x', cid: 'logo', contentDisposition: 'inline' as const };
  expect(
    await send({ ...mail, html: '<p>With a logo <img src="cid:logo"></p>', text: 'With a logo', attachments: [image] }),
  ).toBe('250');
  expect(await commentsOf(id)).toEqual([expect.stringContaining('With a logo')]);
});

test('automatic answers are taken and dropped', async () => {
  const { id, mail } = await world();
  expect(await send({ ...mail, headers: { 'Auto-Submitted': 'auto-replied' } })).toBe('250');
  expect(await send({ ...mail, headers: { Precedence: 'bulk' } })).toBe('250');
  expect(await send({ ...mail, envelope: { from: '', to: mail.to } })).toBe('250');
  expect(await commentsOf(id)).toEqual([]);
});

test('a closed ticket takes no reply, and an open one ten an hour', async () => {
  const { id, mail } = await world();
  for (let i = 1; i <= 10; i++) expect(await send({ ...mail, text: `Reply ${i}` })).toBe('250');
  expect(await send(mail)).toMatch(/^451 /);
  await desk(deskContract.settleTicket, { params: { id }, body: { settle: 'closed' } });
  expect(await send(mail)).toMatch(/^550 .*closed/);
  expect(await commentsOf(id)).toHaveLength(10);
});

test('a sender may reply thirty times an hour, to however many tickets', async () => {
  const { buyer, mail } = await world();
  const other = { ...mail, to: replyAddress(ctx, inbox, (await opened(buyer, 'Another')).number) };
  expect(await send(mail)).toBe('250');
  const key = `ticket:mail:${keyOfText(ctx, buyer.email)}`;
  expect(await sql`update throttles set hits = 30 where key = ${key} returning hits`).toHaveLength(1);
  for (const one of [mail, other]) expect(await send({ ...one, text: 'More.' })).toMatch(/^451 /);
});

test('a network may ask for sixty addresses a minute, and hold ten connections', async () => {
  await world();
  const lines: string[] = [];
  const open: Socket[] = [];
  const connect = async () => {
    const socket = createConnection({ host: '127.0.0.1', port }).on('error', () => {});
    open.push(socket);
    const reader = createInterface({ input: socket })[Symbol.asyncIterator]();
    const say = async (line?: string): Promise<string> => {
      if (line !== undefined) socket.write(`${line}\r\n`);
      return (await reader.next()).value ?? 'closed';
    };
    lines.push((await say()).slice(0, 3));
    return say;
  };
  const say = await connect();
  await say('HELO client.example');
  await say('MAIL FROM:<guess@example.com>');
  expect(await say('RCPT TO:<ticket+1.wrong@reply.example.com>')).toMatch(/^550 /);
  await sql`update throttles set hits = 60 where key like 'inbox:address:%'`;
  expect(await say('RCPT TO:<ticket+2.wrong@reply.example.com>')).toMatch(/^421 /);
  expect(await say()).toBe('closed');
  for (let i = 1; i <= 11; i++) await connect();
  expect(lines).toEqual([...Array(11).fill('220'), '421']);
  for (const socket of open) socket.destroy();
  const again = async () => {
    await connect();
    open.at(-1)!.destroy();
    return lines.at(-1);
  };
  await expect.poll(again).toBe('220');
});

test('a connection ends in time, however busy it is kept', async () => {
  const brief = await startInbox(ctx, inbox, { connection_ms: 300 });
  onTestFinished(brief.stop);
  const socket = createConnection({ host: '127.0.0.1', port: brief.port }).on('error', () => {});
  const drip = setInterval(() => socket.write('NOOP\r\n'), 20);
  await once(socket.resume(), 'close');
  clearInterval(drip);
});

test('mails are judged by their headers before they are parsed: refused ones count, and what is over the limit waits', async () => {
  const { buyer, mail } = await world();
  const deep = Array.from(
    { length: 30 },
    (_, i) => `--b${i}\r\nContent-Type: multipart/mixed; boundary=b${i + 1}\r\n\r\n`,
  );
  const raw = `Content-Type: multipart/mixed; boundary=b0\r\n\r\n${deep.join('')}`;
  const hostile = (from: string) =>
    send({ envelope: { from: buyer.email, to: mail.to }, raw: `From: ${from}\r\n${raw}` });
  expect(await hostile('stranger@example.com')).toMatch(/^550 .*owner/);
  for (let i = 1; i <= 10; i++) expect(await hostile(buyer.email)).toMatch(/^550 .*couldn't read/);
  expect(await hostile(buyer.email)).toMatch(/^451 /);
});

test('a network may send sixty mails a minute', async () => {
  const { mail } = await world();
  expect(await send(mail)).toBe('250');
  await sql`update throttles set hits = 60 where key like 'inbox:mail:%'`;
  expect(await send(mail)).toMatch(/^421 /);
});

test('a mail server on this machine, which speaks for everybody, may send ten times as many', async () => {
  const { mail } = await world();
  const local = await startInbox(ctx, inbox);
  onTestFinished(local.stop);
  const server = nodemailer.createTransport({ host: '127.0.0.1', port: local.port, ignoreTLS: true });
  expect((await server.sendMail(mail)).response).toMatch(/^250 /);
  await sql`update throttles set hits = 599 where key like 'inbox:%'`;
  expect((await server.sendMail({ ...mail, text: 'More.' })).response).toMatch(/^250 /);
  await expect(server.sendMail(mail)).rejects.toThrow(/421/);
});

test.for([
  ['One.\n\nTwo.', 'One.\n\nTwo.'],
  ['One.\n\nAm 22.11.2026 um 10:00 schrieb Shop <a@b.example>:\n> Zwei', 'One.'],
  ['One.\n\nOn Sun, 22 Nov 2026 at 10:00, Shop\n<a@b.example> wrote:\n> Two', 'One.'],
  ['> Two?\nYes.\n> Three?\nNo.', 'Yes.\nNo.'],
  ['One.\n-- \nBuyer', 'One.'],
  ['One.\n-----Original Message-----\nFrom: Shop', 'One.'],
  ['One.\n________________________________\nVon: Shop', 'One.'],
  ['On Monday I paid.\nNothing came.', 'On Monday I paid.\nNothing came.'],
])('of %j, a reply is %j', ([text, own]) => {
  expect(stripQuote(text!)).toBe(own);
});

test('a reply to a ticket that was merged goes on in the other', async () => {
  const { buyer, id, mail } = await world();
  const kept = await opened(buyer, 'The same again');
  await desk(deskContract.mergeTicket, { params: { id }, body: { into: kept.number } });
  expect(await send(mail)).toBe('250');
  expect([await commentsOf(id), await commentsOf(kept.id)]).toEqual([[], ['It is still missing.']]);
});
