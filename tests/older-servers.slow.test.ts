import { execFile } from 'node:child_process';
import process from 'node:process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { HOUR_MS } from '#contracts/time-units.ts';
import { root } from './support/shop-process.ts';
import { startSystemPostgres, systemReleases } from './support/system-postgres.ts';

const EMBEDDED_RELEASE = 18;

/** What speaks to the database in a way of its own, and what people do. */
const FOLDERS = [
  'src/platform/audit',
  'src/platform/chained-log',
  'src/platform/db',
  'src/platform/events',
  'src/platform/jobs',
  'src/platform/ledger',
  'src/platform/schema',
  'src/platform/vault',
  'src/app/database',
  'src/features/shop',
  'src/features/desk',
  'src/features/office',
  'tests/flows',
  'tests/races',
];

const releases = (await systemReleases()).filter((release) => Number(release) < EMBEDDED_RELEASE);

if (releases.length === 0) {
  console.warn('There is no PostgreSQL before 18 here, so none was tried: apt-get install postgresql');
  test.skip('no older release of PostgreSQL is installed: apt-get install postgresql');
}

const runTests = promisify(execFile);

test.each(releases)(
  'what holds on the embedded server holds on PostgreSQL %s',
  async (release) => {
    const server = await startSystemPostgres(release);
    const ran = await runTests(
      process.execPath,
      ['tools/run.mjs', 'test', ...FOLDERS, '--exclude=**/*.slow.test.ts', '--maxWorkers=2'],
      { cwd: root, env: { ...process.env, TEST_DATABASE_URL: server.url }, maxBuffer: 50_000_000 },
    )
      .catch((error: { stdout: string; stderr: string }) => error)
      .finally(server.stop);
    const closing = ran.stdout.trim().split('\n').at(-1);
    const failures = ran.stderr.split('\n').filter((line) => /FAIL|Error:/.test(line));
    expect(closing, failures.join('\n')).toMatch(/^[1-9]\d{2,} passed, 0 failed$/);
  },
  HOUR_MS,
);
