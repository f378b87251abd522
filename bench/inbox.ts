// 200 mails made to exhaust a parser, each as large as the inbox takes, against honest replies before and after them: how
// long the shop's event loop stood still at most for each, and what was answered.

import { join } from 'node:path';
import nodemailer from 'nodemailer';
import { replyAddress } from '#features/desk/support/inbox/reply-address.ts';
import { freePort } from '#platform/net/free-port.ts';
import { createVault } from '#platform/vault/create-vault.ts';
import { hostileMails } from '../tools/hostile-mails.ts';
import { openBenchDatabase, startChild } from './support/bench-shop.ts';
import { median, percentile, writeResult } from './support/machine.ts';

const BYTES = 240_000;
const HONEST = 50;
const DOMAIN = 'reply.example.com';
const GUEST = 'guest@example.com';

const port = await freePort();
const database = await openBenchDatabase();
try {
  const { sql } = database;
  const shop = await startChild('./child-inbox.ts', database, { INBOX_PORT: String(port), INBOX_DOMAIN: DOMAIN });
  await fetch(`${shop.url}/api/guest-tickets`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: GUEST, category: 'other', subject: 'My question', body: 'Where is it?' }),
  });
  const [ticket] = await sql<{ number: number }[]>`select number from tickets`;
  const vault = createVault(join(database.dir, 'master.key'));
  const inbox = { host: '127.0.0.1', port, domain: DOMAIN, tls: null };
  const to = replyAddress({ vault } as unknown as Parameters<typeof replyAddress>[0], inbox, ticket!.number);
  const client = nodemailer.createTransport({ host: '127.0.0.1', port, ignoreTLS: true });

  async function send(raw: string) {
    await sql`delete from throttles`;
    await shop.stallMs();
    const began = performance.now();
    const answer = await client.sendMail({ envelope: { from: GUEST, to }, raw }).then(
      ({ response }) => response,
      (error: { response?: string }) => error.response ?? 'cut off',
    );
    return { answer: answer.slice(0, 3), took_ms: performance.now() - began, stall_ms: await shop.stallMs() };
  }

  const honest = async (count: number) => {
    const sent = [];
    for (let i = 0; i < count; i++)
      sent.push(
        await send(`From: ${GUEST}\r\nMessage-ID: <${crypto.randomUUID()}@example.com>\r\n\r\nStill missing.\r\n`),
      );
    return sent;
  };
  const before = await honest(HONEST);
  const hostile = [];
  for (const { kind, raw } of hostileMails(GUEST, BYTES)) hostile.push({ kind, ...(await send(raw)) });
  const after = await honest(HONEST);

  const stalls = hostile.map(({ stall_ms }) => stall_ms);
  const floor = [...before, ...after].map(({ stall_ms }) => stall_ms);
  const answers = Object.groupBy(hostile, ({ answer }) => answer);
  await writeResult('inbox', sql, {
    mails: hostile.length,
    largest_bytes: BYTES,
    target: 'no mail holds a request up for more than 50 ms, and each gets an answer',
    stall_ms: { median: median(stalls), p99: percentile(stalls, 0.99), worst: Math.max(...stalls) },
    honest_stall_ms: { median: median(floor), worst: Math.max(...floor) },
    worst_kinds: hostile
      .toSorted((a, b) => b.stall_ms - a.stall_ms)
      .slice(0, 5)
      .map(({ kind, stall_ms, took_ms }) => ({ kind, stall_ms, took_ms: Math.round(took_ms) })),
    answers: Object.fromEntries(Object.entries(answers).map(([answer, mails]) => [answer, mails?.length])),
    honest_answers: [...new Set([...before, ...after].map(({ answer }) => answer))],
    rss_mib: await shop.rssMib(),
  });
  await shop.close();
} finally {
  await database.close();
}
