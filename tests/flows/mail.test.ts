import { expect, test } from 'vitest';
import { register } from '#contracts/identity/auth.ts';
import { queueMail } from '#features/messages/mail/queue-mail.ts';
import { transaction } from '#platform/db/transaction.ts';
import { createSmtpMailer } from '#platform/mail/smtp-mailer.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { startSmtpServer } from '#tests/support/smtp.ts';

const shop = await createTestShop({ public_url: 'https://shop.example' });
const from = 'Facevalue <shop@shop.example>';
const mail = { subject: 'Subject', text: 'Text', html: '<p>Text</p>', message_id: '<1@shop.example>' };
let nth = 0;

/** Registers a user, which queues the mail that confirms the address. */
async function newcomer() {
  nth += 1;
  const username = `otto${nth}`;
  const email = `${username}@example.com`;
  const answer = await shop.as(null)(register, {
    body: { username, email, password: 'a-quiet-harbour-9', terms: true },
  });
  expect(answer.status).toBe(201);
  return { username, email };
}

/** Runs queued jobs as if their delay had passed. */
async function deliver(url: string): Promise<void> {
  await shop.sql`update graphile_worker._private_jobs set run_at = now()`;
  await shop.runQueuedJobs(createSmtpMailer(url, from));
}

const queued = async () => (await shop.sql`select from graphile_worker._private_jobs`).length;
const linksOf = (text: string) => [...text.matchAll(/https?:\/\/[^\s"<]+/g)].map(([link]) => link);
const logged = () => shop.logged.splice(0).join('');

test('a mail arrives as plain text and HTML that say the same, with links to PUBLIC_URL alone', async () => {
  const server = await startSmtpServer();
  const { username, email } = await newcomer();
  await deliver(`smtp://127.0.0.1:${server.port}`);
  expect(server.deliveries).toHaveLength(1);
  const { mail, recipients } = server.deliveries[0]!;
  expect(recipients).toEqual([email]);
  expect(mail.from).toEqual({ name: 'Facevalue', address: 'shop@shop.example' });
  expect(mail.subject).toBe('Confirm your e-mail address');
  const html = String(mail.html);
  for (const body of [mail.text ?? '', html]) {
    expect(body).toContain(`Hello ${username},`);
    expect(body).toContain('https://shop.example/verify-email?token=');
    for (const link of linksOf(body)) expect(new URL(link).origin).toBe('https://shop.example');
  }
  expect(html).toContain('prefers-color-scheme: dark');
  expect(html).not.toMatch(/<(img|script|link|iframe)/);
  expect(mail.messageId).toMatch(/^<[0-9a-f-]{36}@shop\.example>$/);
});

test("the shop's logo travels within a mail, and nothing is fetched when it is read", async () => {
  const server = await startSmtpServer();
  const logo = Buffer.from('a picture');
  const html = '<p><img src="cid:logo" alt=""></p>';
  await createSmtpMailer(`smtp://127.0.0.1:${server.port}`, from).send({ ...mail, to: 'anna@example.com', html, logo });
  const { mail: arrived, raw } = server.deliveries[0]!;
  expect(arrived.attachments).toMatchObject([
    { contentId: '<logo>', disposition: 'inline', mimeType: 'image/png', content: new Uint8Array(logo).buffer },
  ]);
  expect(raw).toContain('multipart/related');
});

test('the server is signed in to where the URL holds a name and password', async () => {
  const server = await startSmtpServer({
    disabledCommands: ['STARTTLS'],
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      password === 'p@ss word' ? done(null, { user: username }) : done(new Error('No.')),
  });
  await newcomer();
  await deliver(`smtp://shop:${encodeURIComponent('p@ss word')}@127.0.0.1:${server.port}`);
  expect(server.deliveries.map(({ user }) => user)).toEqual(['shop']);
});

test('a wrong password loses no mail: it is sent when the setting is mended', async () => {
  const server = await startSmtpServer({
    disabledCommands: ['STARTTLS'],
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      password === 'right' ? done(null, { user: username }) : done(new Error('canary-answer')),
  });
  await newcomer();
  await deliver(`smtp://shop:canary-password@127.0.0.1:${server.port}`);
  expect([server.deliveries.length, await queued()]).toEqual([0, 1]);
  expect(logged()).not.toContain('canary');
  await deliver(`smtp://shop:right@127.0.0.1:${server.port}`);
  expect([server.deliveries.length, await queued()]).toEqual([1, 0]);
});

test('neither a password nor a mail is sent unencrypted, but on this machine or where the URL says so', async () => {
  const tried: unknown[] = [];
  const server = await startSmtpServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ password }, _session, done) => done(null, { user: tried.push(password) }),
  });
  const send = (host: string, query = '') =>
    createSmtpMailer(`smtp://${host}:${server.port}${query}`, from).send({ ...mail, to: 'a@example.com' });
  // 0.0.0.0 is this machine, although the name does not say so.
  await expect(send('0.0.0.0')).rejects.toThrow('answered STARTTLS');
  await expect(send('shop:right@0.0.0.0')).rejects.toThrow('answered STARTTLS');
  expect([tried, server.deliveries]).toEqual([[], []]);
  await send('shop:right@0.0.0.0', '?requireTLS=false');
  await send('shop:right@localhost');
  expect(tried).toEqual(['right', 'right']);
});

test('the connection is encrypted where the server offers it, and a certificate that nobody vouches for is refused', async () => {
  const server = await startSmtpServer({ disabledCommands: ['AUTH'] });
  await newcomer();
  await deliver(`smtp://localhost:${server.port}`);
  expect([server.deliveries.length, await queued()]).toEqual([0, 1]);
  await deliver(`smtp://localhost:${server.port}?tls.rejectUnauthorized=false`);
  expect(server.deliveries.map(({ secure }) => secure)).toEqual([true]);
});

test('a mail that is put off once is delivered once, under the same Message-ID', async () => {
  const server = await startSmtpServer({ refusals: [{ at: 'DATA', code: 451, text: '4.3.0 canary-answer' }] });
  await newcomer();
  const url = `smtp://127.0.0.1:${server.port}`;
  await deliver(url);
  expect([server.deliveries.length, await queued()]).toEqual([0, 1]);
  const [job] = await shop.sql<{ last_error: string; payload: { mail_id: string } }[]>`
    select last_error, payload from graphile_worker._private_jobs`;
  expect(job?.last_error).toContain('The mail server answered DATA with 4.3.0.');
  await deliver(url);
  await deliver(url);
  expect(server.deliveries.map(({ mail }) => mail.messageId)).toEqual([`<${job?.payload.mail_id}@shop.example>`]);
  expect(logged()).not.toContain('canary');
});

test.for(['RCPT', 'DATA'] as const)(
  'a mail refused for good at %s is given up, and the log holds nothing of it',
  async (at) => {
    const server = await startSmtpServer({ refusals: [{ at, code: 550, text: '5.7.1 canary-answer' }] });
    const { username, email } = await newcomer();
    logged();
    await deliver(`smtp://127.0.0.1:${server.port}`);
    expect([server.deliveries.length, await queued()]).toEqual([0, 0]);
    const log = logged();
    expect(log).toContain('"template":"verify_email"');
    expect(log).toMatch(/"reason":"The mail server answered (RCPT TO|DATA) with 5\.7\.1\."/);
    expect(log).toContain('"given_up":true');
    for (const secret of ['canary', 'token=', username, email]) expect(log).not.toContain(secret);
  },
);

test('while no server is there the mail waits, and goes out when it is back', async () => {
  const down = await startSmtpServer();
  await down.stop();
  await newcomer();
  await deliver(`smtp://127.0.0.1:${down.port}`);
  expect(await queued()).toBe(1);
  const up = await startSmtpServer({}, down.port);
  await deliver(`smtp://127.0.0.1:${down.port}`);
  expect([up.deliveries.length, await queued()]).toEqual([1, 0]);
});

test('a mail that never gets through is given up after its last attempt', async () => {
  await newcomer();
  await shop.sql`update graphile_worker._private_jobs set attempts = max_attempts - 1`;
  logged();
  await deliver('smtp://127.0.0.1:1');
  expect(logged()).toContain('"given_up":true');
  await deliver('smtp://127.0.0.1:1');
  expect(logged()).toBe('');
  await shop.sql`delete from graphile_worker._private_jobs`;
});

test('a mail is queued if and only if the change it speaks of is committed', async () => {
  const { id } = await shop.createUser();
  const failing = transaction(shop.sql, async (sql) => {
    await queueMail(sql, 'activated', { user_id: id });
    throw new Error('refused');
  });
  await expect(failing).rejects.toThrow('refused');
  expect(await queued()).toBe(0);
});

test.for([
  { to: 'victim@example.com\r\nBcc: all@example.com' },
  { to: 'victim@example.com\nX-Injected: 1' },
  { to: 'victim@example.com', subject: 'Hello\r\nBcc: all@example.com' },
])('a line break begins no header: %j', async (hostile) => {
  const server = await startSmtpServer();
  const mailer = createSmtpMailer(`smtp://127.0.0.1:${server.port}`, from);
  const refused = await mailer.send({ ...mail, ...hostile }).catch((error: unknown) => error);
  expect(refused).toMatchObject({ name: 'MailError', permanent: true });
  expect(server.deliveries).toEqual([]);
});

test.for(['a@example.com, b@example.com', 'a@example.com>, <b@example.com'])(
  'two addresses in the place of one get nothing: %s',
  async (to) => {
    const server = await startSmtpServer();
    const mailer = createSmtpMailer(`smtp://127.0.0.1:${server.port}`, from);
    await expect(mailer.send({ ...mail, to })).rejects.toThrow();
    expect(server.deliveries).toEqual([]);
  },
);
