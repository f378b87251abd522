import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile, rename, stat, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { MINUTE_MS } from '#contracts/time-units.ts';
import { connect } from '#platform/db/client.ts';
import { isConnectionError } from '#platform/db/pg-errors.ts';
import { freePort } from '#platform/net/free-port.ts';
import { clusterUrl, type PostgresCluster, runningServer, SUPERUSER } from './postgres-cluster.ts';
import { asPostgresUser } from './postgres-user.ts';

const PREFERRED_PORT = 54329;
const DEADLINE_MS = MINUTE_MS;
const MAX_LOG_BYTES = 10_000_000;
const MIN_BYTES = 1_000_000;

// The server's log gets no statements and no details: both can contain user input.
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  timezone: 'UTC',
  log_timezone: 'UTC',
  shared_buffers: '256MB',
  max_wal_size: '2GB',
  // An archive that can't be reached for long must not fill the disk: it then begins anew with a backup.
  max_slot_wal_keep_size: '8GB',
  random_page_cost: '1.1',
  jit: 'off',
  log_line_prefix: '%m [%p] ',
  log_checkpoints: 'off',
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
};

export type RunOptions = {
  /** Use this port or fail. By default the stored port is tried first, then any free one. */
  port?: number;
  settings?: Record<string, string>;
  /** How long its start may take; a minute by default. */
  deadline_ms?: number;
};

/** The server didn't start because its disk is full. */
export class FullDiskError extends Error {
  override name = 'FullDiskError';
}

type Launch = { child: ChildProcess; logOffset: number };

/** Finds or starts the cluster's server and returns its port. */
export async function runCluster(cluster: PostgresCluster, options: RunOptions = {}): Promise<number> {
  const portFile = join(cluster.home, 'port');
  const storedPort = Number(await readFile(portFile, 'utf8').catch(() => ''));
  let port = options.port ?? (storedPort || PREFERRED_PORT);
  let launch: Launch | undefined;
  const { deadline_ms = DEADLINE_MS } = options;
  for (const end = performance.now() + deadline_ms; performance.now() < end; await delay(25)) {
    const server = await runningServer(cluster);
    if (server?.ready && (await answers(cluster, server.port))) {
      if (server.port !== storedPort) await writeFile(portFile, `${server.port}\n`);
      return server.port;
    }
    if (launch && hasEnded(launch.child)) {
      const lines = await readLog(cluster, launch.logOffset);
      launch = undefined;
      // Another process was faster, or a killed server's processes are still exiting: both are temporary.
      if (!/Address already in use|lock file|shared memory block/.test(lines)) {
        await refuseFullDisk(cluster);
        throw new Error(`PostgreSQL did not start: ${lines.trim()}`);
      }
      if (/Address already in use/.test(lines)) {
        if (options.port) throw new Error(`PostgreSQL did not start: port ${options.port} is taken.`);
        port = await freePort();
      }
      await delay(100);
    }
    if (!server && !launch) launch = await launchServer(cluster, port, options.settings);
  }
  throw new Error(`PostgreSQL did not become ready within ${deadline_ms / 1000} s: see ${logFile(cluster)}.`);
}

async function launchServer(cluster: PostgresCluster, port: number, extra?: Record<string, string>): Promise<Launch> {
  const path = logFile(cluster);
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  );
  if (size > MAX_LOG_BYTES) await rename(path, `${path}.1`);
  const flags = Object.entries({ ...settings, ...extra }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const run = asPostgresUser(cluster.user, cluster.binaries.postgres, ['-D', cluster.data, '-p', `${port}`, ...flags]);
  const log = await open(path, 'a', 0o600);
  try {
    // Detached: it survives our crash, and Ctrl-C in the terminal reaches it only through us.
    const child = spawn(run.file, run.args, { ...run.options, detached: true, stdio: ['ignore', log.fd, log.fd] });
    await once(child, 'spawn');
    child.unref();
    return { child, logOffset: size > MAX_LOG_BYTES ? 0 : size };
  } finally {
    await log.close();
  }
}

async function answers(cluster: PostgresCluster, port: number): Promise<boolean> {
  const sql = connect(clusterUrl(cluster, port, 'postgres', SUPERUSER), { max: 1, connect_timeout_seconds: 2 });
  try {
    await sql`select 1`;
    return true;
  } catch (error) {
    if (isConnectionError(error)) return false;
    throw error;
  } finally {
    await sql.end({ timeout: 0 });
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

function logFile(cluster: PostgresCluster): string {
  return join(cluster.home, 'server.log');
}

/** A server on a full disk can't log there why it doesn't start. */
async function refuseFullDisk({ home, data }: PostgresCluster): Promise<void> {
  const { bavail, bsize } = await statfs(data);
  if (bavail * bsize >= MIN_BYTES) return;
  throw new FullDiskError(`PostgreSQL did not start: the disk that holds ${home} is full. Free some space.`);
}

async function readLog(cluster: PostgresCluster, offset: number): Promise<string> {
  const text = await readFile(logFile(cluster));
  return text.subarray(offset).toString('utf8').slice(-2_000);
}
