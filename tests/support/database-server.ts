import { chmod, mkdtemp, readdir, readFile, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import type { TestProject } from 'vitest/node';
import { migrateAsOwner } from '#app/database/migrate-database.ts';
import { connect } from '#platform/db/client.ts';
import { startEmbedded } from '#platform/embedded/embedded.ts';
import {
  APP,
  type ClusterRole,
  OWNER,
  openCluster,
  passwordOf,
  SUPERUSER,
  stopCluster,
} from '#platform/embedded/postgres-cluster.ts';
import { createRoles } from '#platform/embedded/prepare-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** For the superuser: tests arrange and tamper as it pleases them, while shops run as their own role. */
    database_url: string;
    /** Removed after the run. */
    run_dir: string;
  }
}

const prefix = 'facevalue-test-';
/** Where Linux keeps files in memory. */
const memory = '/dev/shm';
/** What was told to end may still write for a moment. */
const removal = { recursive: true, force: true, maxRetries: 10, retryDelay: 100 };

export const template = 'template_facevalue';
/** The role of processes without the master key; its password is the superuser's. */
export const WEB = 'facevalue_web';

/** One server for the whole run, thrown away after it, so nothing on it needs to survive a power cut. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeLeftovers();
  const dir = await mkdtemp(join((await isRoomInMemory()) ? memory : tmpdir(), `${prefix}${process.pid}-`));
  await chmod(dir, 0o711);
  // All that tests write: databases, chains, profiles of browsers.
  process.env.TMPDIR = dir;
  // Another release of PostgreSQL: a new server, as its superuser `facevalue`.
  const { url, stop } = await (process.env.TEST_DATABASE_URL
    ? useServer(process.env.TEST_DATABASE_URL)
    : startServer(dir));
  await createTemplate(url);
  project.provide('database_url', url);
  project.provide('run_dir', dir);
  return async () => {
    await stop();
    await endProcesses(dir);
    await rm(dir, removal);
  };
}

async function startServer(dir: string) {
  const { url, stop } = await startEmbedded({
    dir,
    settings: { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', max_connections: '300' },
  });
  const { password } = await openCluster(dir);
  return { url: withRole(url, SUPERUSER, password), stop };
}

async function useServer(url: string) {
  const admin = connect(url, { max: 1 });
  await createRoles(admin, { password: new URL(url).password });
  await admin.end();
  return { url, stop: async () => {} };
}

/** In memory a database is created in a tenth of the processor time. A run was seen to take half a gigabyte there. */
async function isRoomInMemory(): Promise<boolean> {
  const { bavail, bsize } = await statfs(memory).catch(() => ({ bavail: 0, bsize: 0 }));
  return Math.min(bavail * bsize, process.availableMemory()) > 8_000_000_000;
}

async function createTemplate(url: string): Promise<void> {
  const admin = connect(url, { max: 1 });
  await admin`create database ${admin(template)} owner ${admin(OWNER)}`;
  await admin.unsafe(`create role ${WEB} login password '${new URL(url).password}'`);
  await admin.end();
  await migrateAsOwner(withRole(withDatabase(url, template), OWNER), APP, { demo: true, web: WEB });
}

/** The same database for another role; `url` is the superuser's, unless its password is given. */
export function withRole(url: string, role: ClusterRole, password = new URL(url).password): string {
  const changed = new URL(url);
  changed.username = role;
  changed.password = passwordOf({ password }, role);
  return changed.href;
}

/** The same server, another database. */
export function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = name;
  return changed.href;
}

// A killed run could not stop its server.
async function removeLeftovers(): Promise<void> {
  for (const base of [tmpdir(), memory]) {
    for (const name of await readdir(base).catch(() => [])) {
      const pid = name.startsWith(prefix) ? Number(name.slice(prefix.length).split('-')[0]) : 0;
      if (pid === 0 || isAlive(pid)) continue;
      const dir = join(base, name);
      // Not running, or another user's: there is nothing for us to stop.
      await openCluster(dir)
        .then(stopCluster, () => {})
        .catch(() => {});
      await endProcesses(dir);
      await rm(dir, removal).catch(() => {});
    }
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Ends what still runs on files of a run's directory, such as chain nodes: they outlive a killed shop, so that the next one finds them.
 */
async function endProcesses(dir: string): Promise<void> {
  for (const pid of (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (!command.includes(dir)) continue;
    try {
      // Killed, PostgreSQL would leave its shared memory behind.
      process.kill(Number(pid), command.includes('/bin/postgres') ? 'SIGQUIT' : 'SIGKILL');
    } catch {
      // It ended meanwhile.
    }
  }
}
