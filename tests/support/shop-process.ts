import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll } from 'vitest';
import type { Role } from '#app/start-server.ts';
import { hashToken, newToken } from '#features/identity/sessions/session/session-token.ts';
import { connect, type Sql } from '#platform/db/client.ts';
import { clusterUrl, openCluster, SUPERUSER } from '#platform/embedded/postgres-cluster.ts';
import { DATABASE } from '#platform/embedded/prepare-database.ts';
import { runCluster } from '#platform/embedded/run-cluster.ts';
import { openAccounts, transfer } from '#platform/ledger/transfer.ts';
import { copyDemoData } from './demo-data.ts';
import { sealOwnWrites } from './seal-own-writes.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));

export type ShopProcess = { child: ChildProcess; url: string; printed: () => string };
export type Ended = { code: number | null; output: string };

const launched = new Set<ChildProcess>();

/**
 * A data directory for shops in their own processes; after the file the shops are stopped and it is removed. It holds
 * a seeded demo shop, unless `empty`.
 */
export async function createDataDir({ empty = false } = {}): Promise<string> {
  const base = await mkdtemp(join(tmpdir(), 'facevalue faults '));
  await chmod(base, 0o711);
  afterAll(async () => {
    for (const child of launched) await end(child, 'SIGTERM');
    // A node of the chain that the shop left behind may still write for a moment.
    await rm(base, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  });
  const dir = join(base, 'data');
  if (!empty) await copyDemoData(dir, async (first) => void (await endShop(await startShop(first), 'SIGTERM')));
  return dir;
}

/** A copy of the shop beside its data, for a test that changes its files. */
export async function copyShop(dir: string): Promise<string> {
  const copy = join(dirname(dir), 'copy');
  await mkdir(copy, { recursive: true });
  for (const part of ['src', 'build', 'migrations', 'package.json'])
    await cp(join(root, part), join(copy, part), { recursive: true });
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

function launch(dir: string, env: Record<string, string>, file: string, args: string[] = [], cwd = root): ChildProcess {
  const { PATH, HOME } = process.env;
  const child = spawn(process.execPath, [file, ...args], {
    cwd,
    env: {
      PATH,
      HOME,
      // Strip types once, not at every start.
      NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compile'),
      DATA_DIR: dir,
      PORT: '0',
      DEMO: 'on',
      // The other two nodes cost seconds: a test that needs them sets them.
      DEMO_COINS: 'ETH',
      RATE_LIMIT_PER_MINUTE: '1000000',
      LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  launched.add(child.once('exit', () => launched.delete(child)));
  return child;
}

interface Start {
  /** Root of a copy of the shop. */
  cwd?: string;
  role?: Role;
  /** As `npm start` does it: with a build of the pages where they changed. */
  built?: boolean;
}

/** Starts the shop or one of its roles, from here or a copy, and waits until it is ready. The URL of a worker or a vault is empty. */
export async function startShop(
  dir: string,
  env: Record<string, string> = {},
  start: Start = {},
): Promise<ShopProcess> {
  return launchShop(dir, env, start).ready;
}

/** The same, for a test that ends the shop before it is ready. */
export function launchShop(
  dir: string,
  env: Record<string, string> = {},
  { cwd = root, role = 'all', built = false }: Start = {},
): { child: ChildProcess; ready: Promise<ShopProcess> } {
  const [file, args] = built ? ['tools/run.mjs', ['start']] : ['src/server.ts', []];
  const child = launch(dir, env, file, [...args, `--role=${role}`], cwd);
  let output = '';
  // Keep reading both pipes: a shop that can't write its log would exit.
  const ready = new Promise<ShopProcess>((resolve, reject) => {
    const isReady = (url: string) =>
      resolve({ child, url: url.replace('localhost', '127.0.0.1'), printed: () => output });
    const read = (text: string) => {
      output += text;
      const said = /Facevalue is ready: (\S+)/.exec(output)?.[1];
      if (said) isReady(said);
      if (output.includes(`Facevalue's ${role} is ready`)) isReady('');
    };
    for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', read);
    child.once('close', () => reject(new Error(`the shop did not start: ${output}`)));
  });
  return { child, ready };
}

/** Runs a command, or a start that is expected to end, and returns its output. */
export async function runToEnd(
  dir: string,
  file: string,
  args: string[],
  env: Record<string, string> = {},
  cwd = root,
): Promise<Ended> {
  const child = launch(dir, env, file, args, cwd);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  await once(child, 'close');
  return { code: child.exitCode, output };
}

export function endShop({ child }: ShopProcess, signal: NodeJS.Signals): Promise<number | null> {
  return end(child, signal);
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill(signal);
    await once(child, 'exit');
  }
  return child.exitCode;
}

export async function postgresPid(dir: string): Promise<number> {
  const file = join(dir, 'postgres', 'data', 'postmaster.pid');
  return Number((await readFile(file, 'utf8')).split('\n')[0]);
}

/** Sends a signal to every process of the shop's own PostgreSQL: SIGSTOP freezes it, SIGCONT lets it go on. */
export async function signalPostgres(dir: string, signal: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
  const postmaster = await postgresPid(dir);
  process.kill(postmaster, signal);
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=']);
  const processes = stdout.split('\n').map((line) => line.trim().split(/ +/).map(Number));
  for (const [pid, parent] of processes) if (pid && parent === postmaster) signalIfAlive(pid, signal);
}

export function signalIfAlive(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** A superuser's connection beside the running shop, to set up buyers and read the books. */
export async function openBooks(dir: string): Promise<Sql> {
  const cluster = await openCluster(dir);
  const sql = connect(clusterUrl(cluster, await runCluster(cluster), DATABASE, SUPERUSER), { max: 4 });
  await sealOwnWrites(sql, await readFile(join(dir, 'master.key')));
  return sql;
}

/** Somebody who begins with money as the accounts of the demo do: no coin holds what nobody paid in, which the check of the ledger would see. */
export async function addBuyer(sql: Sql, balance_cents: number): Promise<{ id: string; token: string }> {
  const name = `u${randomBytes(6).toString('hex')}`;
  const [user] = await sql<{ id: string }[]>`
    insert into users (username, email, password_hash, tier, terms_accepted_at, email_verified_at, activated_at)
    values (${name}, ${`${name}@example.com`}, 'none', 2, now(), now(), now()) returning id`;
  const id = user?.id ?? '';
  await openAccounts(sql, [{ kind: 'available', owner_id: id, limited: true }]);
  await transfer(sql, {
    debit: { kind: 'demo_money', owner_id: null },
    credit: { kind: 'available', owner_id: id, limited: true },
    amount_cents: balance_cents,
    kind: 'demo_grant',
    reference: id,
    unique_key: `demo_grant:${id}`,
  });
  const token = newToken();
  await addSession(sql, id, token);
  return { id, token };
}

/** A session on a trusted device of its own. */
export async function addSession(sql: Sql, user_id: string, token: string): Promise<void> {
  await sql`
    with device as (
      insert into devices (user_id, token_hash, trusted_at) values (${user_id}, ${hashToken(newToken())}, now()) returning id)
    insert into sessions (user_id, device_id, token_hash, expires_at)
    select ${user_id}, id, ${hashToken(token)}, now() + interval '1 day' from device`;
}
