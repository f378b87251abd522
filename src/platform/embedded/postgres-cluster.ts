import { spawn } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { access, chown, mkdir, mkdtemp, open, readFile, realpath, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { type PostgresBinaries, postgresBinaries } from './postgres-binaries.ts';
import { asPostgresUser, type PostgresUser, postgresUser } from './postgres-user.ts';

/** A cluster on disk: `home` holds data/, password, port and server.log. */
export type PostgresCluster = {
  home: string;
  data: string;
  password: string;
  user: PostgresUser;
  binaries: PostgresBinaries;
};

/** Makes the roles and the database; only tests and repairs use it otherwise. */
export const SUPERUSER = 'facevalue';
/** Owns the database and everything in it, and migrates. */
export const OWNER = 'facevalue_owner';
/** Serves, with the rights of migrations/grants.sql. */
export const APP = 'facevalue_app';

export type ClusterRole = typeof SUPERUSER | typeof OWNER | typeof APP;

/** Opens the cluster in `dir`, creating it if needed. Several processes may do so at once. */
export async function openCluster(dir: string): Promise<PostgresCluster> {
  // Mode 711: the server's own user can reach its data through the directory, but others can't list it.
  await mkdir(dir, { recursive: true, mode: 0o711 });
  const home = join(await realpath(dir), 'postgres');
  const binaries = await postgresBinaries();
  const user = await postgresUser(await realpath(dir), home, binaries);
  if (!(await exists(home))) await createCluster(home, binaries, user);
  const password = await readFile(join(home, 'password'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EACCES') throw error;
    throw new Error(`The database in ${home} belongs to another user: start Facevalue as that user, or as root.`);
  });
  return { home, data: join(home, 'data'), password: password.trim(), user, binaries };
}

// Built in a staging directory and renamed into place, so that a half-made cluster never carries the final name.
async function createCluster(home: string, binaries: PostgresBinaries, user: PostgresUser): Promise<void> {
  const staging = await mkdtemp(`${home}.new-`);
  try {
    const passwordFile = join(staging, 'password');
    await writeSynced(passwordFile, `${randomBytes(24).toString('base64url')}\n`);
    if (user.ids) for (const path of [staging, passwordFile]) await chown(path, user.ids.uid, user.ids.gid);
    await initdb({ data: join(staging, 'data'), passwordFile }, binaries, user);
    await rename(staging, home);
  } catch (error) {
    if (!(await exists(home))) throw error;
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

async function initdb(
  { data, passwordFile }: { data: string; passwordFile: string },
  binaries: PostgresBinaries,
  user: PostgresUser,
): Promise<void> {
  await runAs(user, binaries.initdb, [
    '-D',
    data,
    '--data-checksums',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--text-search-config=simple',
    `--username=${SUPERUSER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
  ]);
}

/** The URL of a database in the cluster, for one of its roles, while it listens on `port`. */
export function clusterUrl(cluster: PostgresCluster, port: number, database: string, role: ClusterRole): string {
  return `postgres://${role}:${passwordOf(cluster, role)}@127.0.0.1:${port}/${database}`;
}

/** The other roles' passwords follow from the superuser's, and don't give it away. */
export function passwordOf({ password }: Pick<PostgresCluster, 'password'>, role: ClusterRole): string {
  return role === SUPERUSER ? password : createHmac('sha256', password).update(role).digest('base64url');
}

/** Stops the server and waits for it. Open connections are closed; nothing committed is lost. */
export async function stopCluster(cluster: PostgresCluster, seconds = 60): Promise<void> {
  const waiting = ['-m', 'fast', '-w', '-t', `${seconds}`];
  await runAs(cluster.user, cluster.binaries.pg_ctl, ['stop', '-D', cluster.data, ...waiting]);
}

async function runAs(user: PostgresUser, command: string, args: string[]): Promise<void> {
  const run = asPostgresUser(user, command, args);
  // In its own session, so that Ctrl-C in the terminal doesn't reach it.
  const child = spawn(run.file, run.args, { ...run.options, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-2_000);
    });
  }
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${command} failed (${code ?? 'killed'}): ${output.trim()}`);
}

async function writeSynced(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** The server named in postmaster.pid, if it really runs on this data directory. */
export async function runningServer(cluster: PostgresCluster): Promise<{ port: number; ready: boolean } | undefined> {
  const path = join(cluster.data, 'postmaster.pid');
  const text = await readFile(path, 'utf8').catch(() => '');
  const lines = text.split('\n').map((line) => line.trim());
  const pid = Number(lines[0]);
  if (!Number.isSafeInteger(pid) || pid <= 0) return undefined;
  if (await isServer(pid, cluster.data)) return { port: Number(lines[3]), ready: lines[7] === 'ready' };
  // The pid now belongs to another process, maybe a zombie: PostgreSQL would take it for a running server.
  if (isAlive(pid) && (await readFile(path, 'utf8').catch(() => '')) === text) await rm(path, { force: true });
  return undefined;
}

/** The cluster in `dir` and the port of its server, for work beside it. Throws if it doesn't run. */
export async function openRunning(dir: string): Promise<{ cluster: PostgresCluster; port: number }> {
  const cluster = await openCluster(dir);
  const server = await runningServer(cluster);
  if (!server) throw new Error("The embedded database doesn't run.");
  return { cluster, port: server.port };
}

async function isServer(pid: number, data: string): Promise<boolean> {
  if (process.platform === 'linux')
    return realpath(`/proc/${pid}/cwd`).then(
      (cwd) => cwd === data,
      () => false,
    );
  const ps = spawn('ps', ['-p', String(pid), '-o', 'comm='], { stdio: ['ignore', 'pipe', 'ignore'] });
  let name = '';
  ps.stdout.setEncoding('utf8').on('data', (part: string) => {
    name += part;
  });
  await once(ps, 'close');
  return name.trim().endsWith('postgres');
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
