import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '#platform/db/client.ts';
import { SUPERUSER } from '#platform/embedded/postgres-cluster.ts';
import { asPostgresUser, type PostgresUser, postgresUser } from '#platform/embedded/postgres-user.ts';
import { until } from '#platform/jobs/until.ts';
import { freePort } from '#platform/net/free-port.ts';

const releases = '/usr/lib/postgresql';

/** The releases of PostgreSQL that the system's packages installed, the oldest first. */
export async function systemReleases(): Promise<string[]> {
  const names = await readdir(releases).catch(() => []);
  return names.filter((name) => /^\d+$/.test(name)).toSorted((one, other) => Number(one) - Number(other));
}

export interface SystemPostgres {
  /** Its superuser's. */
  url: string;
  data: string;
  /** Who runs it. */
  user: PostgresUser;
  stop(): Promise<void>;
}

/** A new server of a release that the system installed, thrown away by `stop`. */
export async function startSystemPostgres(
  release: string,
  more: (dir: string) => Record<string, string> = () => ({}),
): Promise<SystemPostgres> {
  const bin = (name: string) => join(releases, release, 'bin', name);
  const dir = await mkdtemp(join(tmpdir(), 'facevalue-system-postgres-'));
  await chmod(dir, 0o711);
  const binaries = { initdb: bin('initdb'), pg_ctl: bin('pg_ctl'), postgres: bin('postgres') };
  const user = await postgresUser(dir, join(dir, 'home'), binaries);
  const [data, passwords] = [join(dir, 'data'), join(dir, 'password')];
  await writeFile(passwords, 'superuser\n');
  if (user.ids) for (const path of [dir, passwords]) await chown(path, user.ids.uid, user.ids.gid);
  const init = asPostgresUser(user, binaries.initdb, [
    '-D',
    data,
    '--encoding=UTF8',
    '--locale=C.UTF-8',
    '--auth=scram-sha-256',
    `--username=${SUPERUSER}`,
    `--pwfile=${passwords}`,
  ]);
  const made = spawnSync(init.file, init.args, { ...init.options, encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`initdb ${release}: ${made.stderr}`);
  const port = await freePort();
  const settings = { listen_addresses: '127.0.0.1', unix_socket_directories: '', fsync: 'off', max_connections: '300' };
  const flags = Object.entries({ ...settings, ...more(dir) }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const run = asPostgresUser(user, binaries.postgres, ['-D', data, '-p', `${port}`, ...flags]);
  const child = spawn(run.file, run.args, { ...run.options, stdio: 'ignore' });
  const stop = async () => {
    await end(child);
    await rm(dir, { recursive: true, force: true });
  };
  const url = `postgres://${SUPERUSER}:superuser@127.0.0.1:${port}/postgres`;
  if (await until(() => answers(url), 60_000)) return { url, data, user, stop };
  await stop();
  throw new Error(`PostgreSQL ${release} did not start`);
}

async function answers(url: string): Promise<boolean> {
  const sql = connect(url, { max: 1 });
  try {
    await sql`select`;
    return true;
  } catch {
    return false;
  } finally {
    await sql.end({ timeout: 0 });
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGINT');
  await once(child, 'exit');
}

/** An empty database for a shop, with its two roles; settings with their URLs. */
export async function addShopDatabase(
  superuser_url: string,
  name: string,
): Promise<{ DATABASE_URL: string; DATABASE_OWNER_URL: string }> {
  const admin = connect(superuser_url, { max: 1 });
  try {
    for (const role of [`${name}_owner`, `${name}_app`])
      await admin.unsafe(`create role ${role} login password 'secret'`);
    await admin.unsafe(`create database ${name} owner ${name}_owner`);
  } finally {
    await admin.end();
  }
  const { host } = new URL(superuser_url);
  const urlOf = (role: string) => `postgres://${name}_${role}:secret@${host}/${name}`;
  return { DATABASE_URL: urlOf('app'), DATABASE_OWNER_URL: urlOf('owner') };
}
