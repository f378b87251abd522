import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { MINUTE_MS } from '#contracts/time-units.ts';
import { appendAudit } from '#platform/audit/append-audit.ts';
import { sealAudit } from '#platform/audit/seal-audit.ts';
import { addJob } from '#platform/jobs/add-job.ts';
import { createSmtpMailer } from '#platform/mail/smtp-mailer.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { startSmtpServer } from '#tests/support/smtp.ts';
import { endAlert } from '../../../oversight/alerts/end-alert.ts';
import { raiseAlert } from '../../../oversight/alerts/raise-alert.ts';
import { stalledAlerts } from '../../../oversight/audit/verification/alert-kinds.ts';
import { reportLoops } from '../jobs/report-loops.ts';
import { HEARTBEAT_LOOP } from './find-trouble.ts';
import { sendHeartbeat } from './send-heartbeat.ts';

const shop = await createTestShop();
const { ctx, sql, clock } = shop;
const smtp = await startSmtpServer();
const mailer = createSmtpMailer(`smtp://127.0.0.1:${smtp.port}`, 'shop@example.com');

/** The service outside that misses the shop. */
const asked: string[] = [];
let status = 200;
const service = createServer((request, response) => {
  asked.push(`${request.method} ${request.url}`);
  response.writeHead(status).end('OK');
}).listen(0, '127.0.0.1');
await once(service, 'listening');
afterAll(() => service.close());
const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/secret-path`;

/** How often the service hears of the shop when a heartbeat is due. */
async function beats(by = mailer): Promise<number> {
  const before = asked.length;
  await sendHeartbeat(ctx, by, url);
  return asked.length - before;
}
const isWell = async () => {
  await sealAudit(sql, ctx.vault);
  expect(await beats()).toBe(1);
};
const refuses = async (trouble: string, by = mailer) => {
  expect(await beats(by)).toBe(0);
  expect(shop.logged.at(-1)).toContain(`"troubles":["${trouble}"]`);
};

test('a shop that is well asks for the address', async () => {
  await isWell();
  expect(asked.at(-1)).toBe('GET /secret-path');
});

test('a mail server that is away or refuses the sign-in stops it', async () => {
  await refuses('mail', createSmtpMailer('smtp://127.0.0.1:1', 'shop@example.com'));
  const closed = await startSmtpServer({
    authOptional: false,
    disabledCommands: ['STARTTLS'],
    onAuth: (_given, _session, done) => done(new Error('No such user')),
  });
  await refuses('mail', createSmtpMailer(`smtp://shop:wrong@127.0.0.1:${closed.port}`, 'shop@example.com'));
});

test('a loop that stands still stops it, but not its own', async () => {
  for (const name of ['some-loop', HEARTBEAT_LOOP]) ctx.loops.noteStart(name);
  await reportLoops(ctx);
  const long_ago = new Date(clock.now().getTime() - 16 * MINUTE_MS);
  await sql`update worker_loops set started_at = ${long_ago} where name = ${HEARTBEAT_LOOP}`;
  await isWell();
  await sql`update worker_loops set started_at = ${long_ago}`;
  await refuses('loops');
  ctx.loops.noteRun('some-loop');
  await reportLoops(ctx);
  await isWell();
});

test('a job that nobody takes stops it', async () => {
  await addJob(sql, 'mail', {});
  await isWell();
  await sql`update graphile_worker._private_jobs set run_at = now() - interval '6 minutes'`;
  await refuses('jobs');
  await sql`delete from graphile_worker._private_jobs`;
  await isWell();
});

test('an audit entry that nobody links stops it', async () => {
  await appendAudit(sql, { actor_id: null, action: 'test.waits', subject: '', address: '', at: clock.now() });
  clock.advance(6 * MINUTE_MS);
  await refuses('sealing');
  await isWell();
});

test('a nightly check that stays away stops it', async () => {
  const alert = { kind: stalledAlerts.ledger, subject: 'ledger', details: { since: clock.now().toISOString() } };
  await raiseAlert(sql, clock.now(), alert);
  await refuses('checks');
  await endAlert(sql, clock.now(), alert);
  await isWell();
});

test('an address that refuses it fails the loop, and neither the error nor the log says where it is', async () => {
  status = 404;
  await expect(sendHeartbeat(ctx, mailer, url)).rejects.toThrow('The heartbeat was answered with 404.');
  const nobody = 'http://127.0.0.1:1/secret-path';
  const error: unknown = await sendHeartbeat(ctx, mailer, nobody).catch((reason: unknown) => reason);
  expect(String(error)).toContain('network');
  expect(String(error) + shop.logged.join('')).not.toContain('secret-path');
});
