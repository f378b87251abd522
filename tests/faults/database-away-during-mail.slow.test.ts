import { randomBytes } from 'node:crypto';
import process from 'node:process';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Sql } from '#platform/db/client.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { startDatabaseProxy } from '#tests/support/database-proxy.ts';
import {
  createDataDir,
  endShop,
  openBooks,
  postgresPid,
  type ShopProcess,
  startShop,
} from '#tests/support/shop-process.ts';
import { type Answer, startSmtpServer } from '#tests/support/smtp.ts';

const answers = { 'is taken': [], 'is put off': [{ at: 'DATA', code: 451, text: '4.3.0 later' }] } as const;

/** A mail server that makes the first sender wait until it is released, once it is told to hold mails. */
async function startSlowMail(answer: keyof typeof answers) {
  const waiting: (() => void)[] = [];
  let [holds, sessions] = [false, 0];
  const refusals: Answer[] = [];
  const server = await startSmtpServer({
    refusals,
    onMailFrom: (_address, _session, done) => (holds ? void waiting.push(done) : done()),
    onClose: () => void sessions++,
  });
  return {
    url: `smtp://127.0.0.1:${server.port}`,
    hold() {
      [holds, sessions] = [true, 0];
      refusals.push(...answers[answer]);
    },
    isAsked: () => expect.poll(() => waiting.length).toBe(1),
    /** Responds, and returns once the sender has received it. */
    async release() {
      holds = false;
      for (const done of waiting) done();
      await expect.poll(() => sessions).toBe(1);
    },
    mailsTo: (email: string) => server.deliveries.filter(({ recipients }) => recipients.includes(email)).length,
  };
}

/** A new user, to whom the shop sends an email. /readyz may be a second late, so the first answer may be a 503. */
async function register(shop: ShopProcess): Promise<string> {
  let email = '';
  const attempt = async () => {
    const username = `u${randomBytes(6).toString('hex')}`;
    email = `${username}@example.com`;
    const response = await fetch(`${shop.url}/api/auth/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, email, password: 'a-quiet-harbour-9', terms: true }),
    });
    return response.status;
  };
  await expect.poll(attempt).toBe(201);
  return email;
}

/** Waits until no mail is queued: the demo has some of its own. */
const untilMailed = (sql: Sql) =>
  expect.poll(() => sql`select from graphile_worker.jobs where task_identifier = 'mail'`).toEqual([]);

const readiness = (shop: ShopProcess) =>
  fetch(`${shop.url}/readyz`).then(
    ({ status }) => status,
    () => 'gone',
  );

async function expectDelivered(shop: ShopProcess, mail: Awaited<ReturnType<typeof startSlowMail>>, email: string) {
  await expect.poll(() => readiness(shop)).toBe(200);
  await expect.poll(() => mail.mailsTo(email)).toBe(1);
  const next = await register(shop);
  await expect.poll(() => mail.mailsTo(next)).toBe(1);
  expect(mail.mailsTo(email)).toBe(1);
  expect(shop.child.exitCode).toBeNull();
}

describe.for(Object.keys(answers) as (keyof typeof answers)[])(
  'a mail that %s while the database is away',
  (answer) => {
    test('is delivered once, and the shop lives, when PostgreSQL was killed', async () => {
      const mail = await startSlowMail(answer);
      const dir = await createDataDir();
      const shop = await startShop(dir, { SMTP_URL: mail.url });
      const books = await openBooks(dir);
      onTestFinished(() => books.end({ timeout: 1 }));
      await untilMailed(books);
      mail.hold();
      const email = await register(shop);
      await mail.isAsked();
      const connectionLost = books`select pg_sleep(10)`.catch(() => {});
      process.kill(await postgresPid(dir), 'SIGKILL');
      await connectionLost;
      await mail.release();
      await expectDelivered(shop, mail, email);
      await untilMailed(books);
      expect(await endShop(shop, 'SIGTERM')).toBe(0);
    });

    test('is delivered once, and the worker lives, when PostgreSQL refused connections', async () => {
      const mail = await startSlowMail(answer);
      const { sql, url } = await createTestDatabase({ max: 1 });
      const way = await startDatabaseProxy(url);
      const shop = await startShop(await createDataDir(), { SMTP_URL: mail.url, DATABASE_URL: way.url });
      await untilMailed(sql);
      mail.hold();
      const email = await register(shop);
      await mail.isAsked();
      await way.cut();
      await mail.release();
      await expect.poll(() => readiness(shop)).toBe(503);
      await way.restore();
      await expectDelivered(shop, mail, email);
      await untilMailed(sql);
      expect(await endShop(shop, 'SIGTERM')).toBe(0);
    });
  },
);
