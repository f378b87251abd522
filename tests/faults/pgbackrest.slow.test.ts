import { spawnSync } from 'node:child_process';
import { chown, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listBackups } from '#contracts/office/backups.ts';
import { listAlerts } from '#contracts/oversight/alerts.ts';
import { HOUR_MS } from '#contracts/time-units.ts';
import { watchPgbackrest } from '#features/office/backups/nightly/watch-pgbackrest.ts';
import { asPostgresUser } from '#platform/embedded/postgres-user.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { root } from '#tests/support/shop-process.ts';
import { type SystemPostgres, startSystemPostgres, systemReleases } from '#tests/support/system-postgres.ts';

const STANZA = 'facevalue';
const [release] = await systemReleases();
const runs = release !== undefined && spawnSync('pgbackrest', ['version']).status === 0;

if (!runs) {
  console.warn(
    'There is no pgBackRest with a PostgreSQL here, so it was not tried: apt-get install pgbackrest postgresql',
  );
  test.skip('pgBackRest is not installed: apt-get install pgbackrest postgresql');
}

const shop = await createTestShop({ pgbackrest: STANZA });
const approver = await shop.createUser({ role: 'admin', duties: ['approver'] });
let server: SystemPostgres;
let config: string;

const shipped = (name: string) => readFile(join(root, 'ops/pgbackrest', name), 'utf8');

/** The configuration that ships, with the places of this test. */
async function configure(dir: string): Promise<void> {
  const places: Record<string, string> = {
    'repo1-path': join(dir, 'repository'),
    'repo1-cipher-pass': 'a long pass for a test',
    'pg1-path': server.data,
    'pg1-port': new URL(server.url).port,
  };
  const text = (await shipped('pgbackrest.conf')).replace(/^(\S+)=.*$/gm, (line, name) =>
    name in places ? `${name}=${places[name]}` : line,
  );
  const own = `pg1-socket-path=${dir}\npg1-user=${new URL(server.url).username}\n`;
  await writeFile(config, `${text}${own}\n[global:archive-push]\nlock-path=${dir}\n[global]\nlock-path=${dir}\n`);
  await mkdir(places['repo1-path']!);
  const { ids } = server.user;
  if (ids) for (const path of [config, places['repo1-path']!]) await chown(path, ids.uid, ids.gid);
}

/** As the server's user, as an operator does. */
function pgbackrest(...args: string[]): string {
  const run = asPostgresUser(server.user, '/usr/bin/pgbackrest', [`--config=${config}`, `--stanza=${STANZA}`, ...args]);
  const env = { ...run.options.env, PGPASSWORD: 'superuser' };
  const { status, stdout, stderr } = spawnSync(run.file, run.args, { ...run.options, env, encoding: 'utf8' });
  expect([status, stderr || stdout]).toEqual([0, expect.any(String)]);
  return stdout;
}

beforeAll(async () => {
  if (!runs) return;
  const archiving = Object.fromEntries(
    [...(await shipped('postgresql.conf')).matchAll(/^(\w+) = '?(.*?)'?$/gm)].map(([, name, value]) => [name, value]),
  );
  server = await startSystemPostgres(release!, (dir) => ({
    ...archiving,
    unix_socket_directories: dir,
    archive_command: archiving.archive_command!.replace(
      'pgbackrest',
      `pgbackrest --config=${join(dir, 'pgbackrest.conf')}`,
    ),
  }));
  config = join(dirname(server.data), 'pgbackrest.conf');
  process.env.PGBACKREST_CONFIG = config;
  await configure(dirname(server.data));
}, 120_000);

afterAll(() => server?.stop());

const alerts = async () => {
  const { body } = await shop.as(approver)(listAlerts, { query: { open: '1' } });
  return body.data.filter(({ kind }) => kind.startsWith('backup.')).map(({ kind }) => kind);
};

test.runIf(runs)('without a backup, or a stanza, the shop says what pgBackRest says', async () => {
  await watchPgbackrest(shop.ctx, STANZA);
  expect(await alerts()).toEqual(['backup.failed']);
  const { body } = await shop.as(approver)(listBackups, {});
  expect(body.data).toMatchObject({ by: 'pgbackrest', place: 'pgbackrest:facevalue', backups: [] });
  expect(body.data.failure!.reason).toContain('pgBackRest says of the stanza facevalue: missing stanza path');
});

test.runIf(runs)(
  'the configuration that ships archives, backs up and verifies, and the shop lists what there is',
  async () => {
    pgbackrest('stanza-create');
    pgbackrest('check');
    pgbackrest('--type=full', 'backup');
    pgbackrest('verify');
    shop.clock.advance(1);
    await watchPgbackrest(shop.ctx, STANZA);
    await watchPgbackrest(shop.ctx, STANZA);
    const { body } = await shop.as(approver)(listBackups, {});
    expect(body.data.backups).toMatchObject([
      { name: expect.stringMatching(/^\d{8}-\d{6}F$/), by: 'pgbackrest', form: 'pgbackrest', stays_until: null },
    ]);
    expect(body.data.backups[0]!.bytes).toBeGreaterThan(1_000_000);
    expect(body.data.backups[0]!.found_at).not.toBeNull();
  },
  300_000,
);

test.runIf(runs)('a last backup of pgBackRest that is older than 26 hours is an alert', async () => {
  shop.clock.advance(27 * HOUR_MS);
  await watchPgbackrest(shop.ctx, STANZA);
  expect(await alerts()).toContain('backup.overdue');
});

test.runIf(runs)(
  'what pgBackRest has comes back into an empty folder',
  async () => {
    const { ids } = server.user;
    const to = join(dirname(server.data), 'restored');
    await mkdir(to, { mode: 0o700 });
    if (ids) await chown(to, ids.uid, ids.gid);
    pgbackrest(`--pg1-path=${to}`, 'restore');
    expect(await readFile(join(to, 'PG_VERSION'), 'utf8')).toBe(`${release}\n`);
    expect(await readFile(join(to, 'postgresql.auto.conf'), 'utf8')).toContain('archive-get');
  },
  120_000,
);
