import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, expect, test, vi } from 'vitest';
import type { Check } from '#contracts/office/checks.ts';
import { readConfig } from '#platform/config.ts';
import { OWNER } from '#platform/embedded/postgres-cluster.ts';
import { until } from '#platform/jobs/until.ts';
import { createLogger } from '#platform/log.ts';
import { freePort } from '#platform/net/free-port.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { withRole } from '#tests/support/database-server.ts';
import { startSmtpServer } from '#tests/support/smtp.ts';
import { run } from './doctor.ts';
import { printChecks } from './print-checks.ts';

const DATA_DIR = await mkdtemp(join(tmpdir(), 'facevalue-doctor-'));
afterAll(() => rm(DATA_DIR, { recursive: true }));
const log = createLogger('silent');
const smtp = await startSmtpServer();
const { url, app_url } = await createTestDatabase();
const configWith = (database_url: string) =>
  readConfig(
    {
      DATA_DIR,
      DATABASE_URL: database_url,
      ...(database_url === app_url && { DATABASE_OWNER_URL: withRole(url, OWNER) }),
      SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
      MAIL_FROM: 'Shop <shop@shop.example>',
      PUBLIC_URL: 'http://localhost',
      RATES_URLS: 'http://127.0.0.1:1,http://[::1]:1',
    },
    DATA_DIR,
    1,
  );

/** What it prints and its exit code. */
async function doctor(database_url: string, args: string[], input?: Readable) {
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const asked = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    const code = await run(configWith(database_url), log, args, input);
    return { code, text: written.mock.calls.map(([text]) => String(text)).join('') };
  } finally {
    written.mockRestore();
    asked.mockRestore();
  }
}
const checksOf = (text: string) => new Map((JSON.parse(text) as Check[]).map((check) => [check.name, check]));

test('it says what is missing, as JSON too, and exits with 1', async () => {
  const { code, text } = await doctor(app_url, ['--json']);
  expect(code).toBe(1);
  const checks = checksOf(text);
  expect(checks.get('database')).toMatchObject({ state: 'well', found: expect.stringContaining('PostgreSQL') });
  expect(checks.get('mail')).toMatchObject({ state: 'well' });
  expect(checks.get('staff')).toMatchObject({ state: 'failed', advice: expect.stringContaining('facevalue user add') });
  const plain = await doctor(app_url, []);
  expect(plain.text).toMatch(/^ok {6}Database {10}PostgreSQL \d+/m);
  expect(plain.text).toMatch(/^FAILED {2}Coin {14}No coin is set up.*\n {26}> Set BTC_RPC_URL/m);
  expect(plain.text).toMatch(/\n\n\d+ things stand in the way of selling\.\n$/);
});

test('a database that is away is one failure; the rest is checked all the same', async () => {
  const { code, text } = await doctor(`postgres://shop:secret@127.0.0.1:${await freePort()}/shop`, ['--json']);
  expect(code).toBe(1);
  const checks = checksOf(text);
  expect(checks.get('database')).toMatchObject({ state: 'failed', found: expect.stringContaining("can't be used") });
  expect(checks.get('mail')).toMatchObject({ state: 'well' });
  expect(checks.has('staff')).toBe(false);
  expect(text).not.toContain('secret');
}, 180_000);

/** Types the code of the next mail, or something else. */
function typing(change: (code: string) => string): Readable {
  const before = smtp.deliveries.length;
  return Readable.from(
    (async function* () {
      await until(async () => smtp.deliveries.length > before, 30_000);
      const [, code = ''] = /code is (\d{6})/.exec(smtp.deliveries.at(-1)?.mail.text ?? '') ?? [];
      yield `${change(code)}\n`;
    })(),
  );
}

test('a test mail counts as received by the code in it alone', async () => {
  const arrived = await doctor(
    app_url,
    ['--json', '--mail', 'operator@example.com'],
    typing((code) => code),
  );
  expect(smtp.deliveries.at(-1)?.recipients).toEqual(['operator@example.com']);
  expect(checksOf(arrived.text).get('mail')).toMatchObject({
    state: 'well',
    found: expect.stringContaining('it arrived'),
  });
  const lost = await doctor(
    app_url,
    ['--json', '--mail', 'operator@example.com'],
    typing(() => ''),
  );
  expect(checksOf(lost.text).get('mail')).toMatchObject({ state: 'failed', advice: expect.stringContaining('SPF') });
});

test('a shop that lacks nothing is ready, and another use is refused', async () => {
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const well: Check = { name: 'coins', coin: 'BTC', state: 'well', found: 'Good.', advice: null, details: ['0  bc1q'] };
  printChecks([well]);
  const text = written.mock.calls.map(([line]) => String(line)).join('');
  written.mockRestore();
  expect(text).toBe(
    `ok      BTC               Good.\n${' '.repeat(26)}0  bc1q\n\nNothing stands in the way of selling.\n`,
  );
  await expect(doctor(app_url, ['quickly'])).rejects.toThrow('Usage: facevalue doctor');
});
