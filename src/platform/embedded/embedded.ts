import { setTimeout as delay } from 'node:timers/promises';
import { connect, type Sql } from '#platform/db/client.ts';
import { isConnectionError, isDiskFull } from '#platform/db/pg-errors.ts';
import {
  APP,
  clusterUrl,
  OWNER,
  openCluster,
  type PostgresCluster,
  runningServer,
  stopCluster,
} from './postgres-cluster.ts';
import { DATABASE, prepareDatabase } from './prepare-database.ts';
import { FullDiskError, type RunOptions, runCluster } from './run-cluster.ts';

/** The URLs of one database for its two roles. */
export type DatabaseUrls = {
  /** For the role that serves. */
  url: string;
  /** For the role that migrates; null if it is the same. */
  owner_url: string | null;
  /** The role of the processes without the master key, if there are any. */
  web_role?: string | null;
};

export type EmbeddedPostgres = DatabaseUrls & {
  owner_url: string;
  /** Stops the server with a fast shutdown, not a kill. */
  stop(): Promise<void>;
};

export type EmbeddedOptions = {
  /** DATA_DIR. The cluster is created in its subdirectory postgres. */
  dir: string;
  log?: (line: string) => void;
  /** Called when the server died and could not be restarted on the same port. Default: end the process. */
  onLost?: (error: Error) => void;
  settings?: Record<string, string>;
};

/** Another process holds the directory. */
export class DirectoryInUseError extends Error {
  override name = 'DirectoryInUseError';
}

const OWNER_LOCK = 4_203_710_002;
const LOCK_ATTEMPTS = 10;
/** A server that doesn't answer gets this long to stop. It stops by itself once it runs again. */
const FROZEN_SECONDS = 3;

/**
 * Starts the shop's own PostgreSQL on a data directory, or adopts the one that a killed predecessor left running.
 * Locks the directory for the life of this process; throws when another Facevalue runs on it.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { log = () => {}, onLost = endProcess } = options;
  const cluster = await openCluster(options.dir);
  let stopping = false;

  async function own(run: RunOptions): Promise<{ port: number; lock: Sql }> {
    for (let attempt = 1; ; attempt++) {
      const port = await runCluster(cluster, run);
      try {
        await prepareDatabase(cluster, port);
        return { port, lock: await takeDirectory(urlsOf(cluster, port).url, options.dir, onclose) };
      } catch (error) {
        // The predecessor may be shutting the server down right now: try again.
        if (!isConnectionError(error) || attempt === 3) throw error;
      }
    }
  }

  function onclose(): void {
    if (stopping) return;
    log('PostgreSQL went away; bringing it back');
    owned = owned.then(({ port }) => regain(port));
    owned.then(
      () => log('PostgreSQL is back'),
      (error) => stopping || onLost(error),
    );
  }

  /**
   * A disk that fills up can end the server, which then starts only once there is space. Space that is freed while a start fails
   * leaves no sign of why it did: one failure without a reason is followed by another try.
   */
  async function regain(port: number): Promise<{ port: number; lock: Sql }> {
    for (let [attempt, unexplained] = [1, 0]; ; attempt++) {
      try {
        return await own({ settings: options.settings, port });
      } catch (error) {
        if (!(error instanceof FullDiskError || isDiskFull(error))) unexplained++;
        if (unexplained === 2 || stopping) throw error;
        if (attempt === 1) log((error as Error).message);
        await delay(1_000);
      }
    }
  }

  let owned = own({ settings: options.settings });
  const { port } = await owned;
  log(`PostgreSQL runs on port ${port}`);
  return {
    ...urlsOf(cluster, port),
    async stop() {
      stopping = true;
      const current = await owned.catch(() => undefined);
      const answers = current && (await current.lock`select 1`.catch(() => undefined));
      // Release the lock with the server, not before: no successor may adopt a server that is about to stop.
      if (current || (await runningServer(cluster))) await stopCluster(cluster, answers ? 60 : FROZEN_SECONDS);
      await current?.lock.end({ timeout: 0 });
      log('PostgreSQL stopped');
    },
  };
}

const urlsOf = (cluster: PostgresCluster, port: number) => ({
  url: clusterUrl(cluster, port, DATABASE, APP),
  owner_url: clusterUrl(cluster, port, DATABASE, OWNER),
});

async function takeDirectory(url: string, dir: string, onclose: () => void): Promise<Sql> {
  let held = false;
  const lock = connect(url, {
    max: 1,
    max_lifetime_seconds: null,
    statement_timeout_ms: 2_000,
    application_name: 'facevalue owner',
    onclose: () => held && onclose(),
  });
  try {
    // A killed predecessor's connection ends within moments; a living one's doesn't.
    for (let attempt = 0; attempt < LOCK_ATTEMPTS; attempt++) {
      const [row] = await lock<{ held: boolean }[]>`select pg_try_advisory_lock(${OWNER_LOCK}) as held`;
      held = row?.held === true;
      if (held) return lock;
      await delay(100);
    }
    throw new DirectoryInUseError(
      `Another Facevalue runs on this DATA_DIR (${dir}): stop it, or set another DATA_DIR.`,
    );
  } catch (error) {
    await lock.end({ timeout: 0 });
    throw error;
  }
}

function endProcess(error: Error): void {
  queueMicrotask(() => {
    throw error;
  });
}

/** The URLs of this directory's server, for a command that runs beside Facevalue. */
export async function runningEmbedded(dir: string): Promise<DatabaseUrls> {
  const cluster = await openCluster(dir);
  return urlsOf(cluster, await runCluster(cluster));
}
