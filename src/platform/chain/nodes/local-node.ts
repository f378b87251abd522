import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '#platform/net/free-port.ts';
import { RpcError } from '../rpc/json-rpc.ts';

/** What a directory stores about its node: enough to find it again and to recognise a stranger on the same port. */
export interface NodeRecord {
  pid: number;
  port: number;
  /** Whether its chain is ready for use. */
  prepared: boolean;
  /** Whether the node was shut down cleanly. */
  stopped: boolean;
}

export interface LocalNode {
  /** Includes the credentials, if the node has any. */
  url: string;
  pid: number;
  /** Found running: the process that started it was killed. */
  adopted: boolean;
  /** The chain is new: nothing from an earlier one in this directory is in it. */
  fresh: boolean;
  alive(): boolean;
  stop(): Promise<void>;
}

/** How one kind of node is started, recognised, and stopped. */
export interface Recipe<R extends NodeRecord> {
  name: string;
  dir: string;
  command(record: R): { file: string; args: string[]; env?: Record<string, string> };
  url(record: R): string;
  /** Whether the server on the record's port is the record's own node. */
  identifies(record: R): Promise<boolean>;
  /** Whether the chain that this record left behind can be resumed. */
  canResume(record: R): boolean;
  /** Clears the directory for a new chain and returns its record. */
  begin(): R;
  /** Gets a started node ready for use. */
  prepare?(record: R, fresh: boolean): Promise<void>;
  beforeStop?(): void;
}

const START_LIMIT_MS = 30_000;
const ADOPT_LIMIT_MS = 2_000;
const STOP_LIMIT_MS = 15_000;
const PROBE_MS = 50;
const BIND_ATTEMPTS = 3;

/** Finds a directory's node if it still runs; otherwise starts one on the chain it left, or on a new chain. */
export async function runLocalNode<R extends NodeRecord>(recipe: Recipe<R>, port?: number): Promise<LocalNode> {
  mkdirSync(recipe.dir, { recursive: true });
  const before = readRecord<R>(recipe);
  if (before && !before.stopped && (await answers(recipe, before))) {
    if (before.prepared) return handle(recipe, before, { adopted: true, fresh: false });
    // Its starter was killed during preparation: start that chain over.
    process.kill(before.pid, 'SIGKILL');
  }
  if (before?.prepared && recipe.canResume(before)) {
    const resumed = await launch(recipe, before, { fresh: false, port }).catch(() => null);
    if (resumed) return handle(recipe, resumed, { adopted: false, fresh: false });
  }
  const record = await launch(recipe, recipe.begin(), { fresh: true, port });
  return handle(recipe, record, { adopted: false, fresh: true });
}

/** A directory's running node, for a process that only uses it; null if there is none. */
export async function findLocalNode<R extends NodeRecord>(recipe: Recipe<R>): Promise<LocalNode | null> {
  const record = readRecord<R>(recipe);
  if (!record?.prepared || record.stopped || !isAlive(record.pid) || !(await recipe.identifies(record))) return null;
  return handle(recipe, record, { adopted: true, fresh: false });
}

const recordPath = ({ dir, name }: { dir: string; name: string }) => join(dir, `${name}.json`);

function readRecord<R extends NodeRecord>(recipe: Recipe<R>): R | null {
  try {
    return JSON.parse(readFileSync(recordPath(recipe), 'utf8')) as R;
  } catch {
    return null;
  }
}

function writeRecord<R extends NodeRecord>(recipe: Recipe<R>, record: R): void {
  const next = `${recordPath(recipe)}.next`;
  writeFileSync(next, JSON.stringify(record), { mode: 0o600 });
  renameSync(next, recordPath(recipe));
}

interface Launch {
  fresh: boolean;
  port: number | undefined;
}

async function launch<R extends NodeRecord>(recipe: Recipe<R>, chain: R, { fresh, port }: Launch): Promise<R> {
  for (let attempt = 1; ; attempt++) {
    try {
      const started = await spawnNode(recipe, {
        ...chain,
        port: port ?? (await freePort()),
        prepared: false,
        stopped: false,
      });
      await recipe.prepare?.(started, fresh).catch((error: unknown) => {
        process.kill(started.pid, 'SIGKILL');
        throw error;
      });
      const record = { ...started, prepared: true };
      writeRecord(recipe, record);
      return record;
    } catch (error) {
      if (attempt === BIND_ATTEMPTS) throw error;
    }
  }
}

/** Waits for a node that reports it is warming up. */
export async function untilReady(ping: () => Promise<unknown>): Promise<void> {
  for (const deadline = Date.now() + START_LIMIT_MS; ; await delay(PROBE_MS)) {
    try {
      await ping();
      return;
    } catch (error) {
      if (!isWarmingUp(error) || Date.now() > deadline) throw error;
    }
  }
}

export const isWarmingUp = (error: unknown): boolean => error instanceof RpcError && error.reason === 'warming_up';

async function spawnNode<R extends NodeRecord>(recipe: Recipe<R>, chain: R): Promise<R> {
  const { name, dir } = recipe;
  const { file, args, env } = recipe.command(chain);
  const log = openSync(join(dir, `${name}.log`), 'w');
  // Detached: Ctrl-C in the terminal must reach only this process, which then shuts the node down cleanly.
  const child = spawn(file, args, {
    stdio: ['ignore', 'ignore', log],
    detached: true,
    ...(env && { env }),
  });
  closeSync(log);
  let failure: Error | null = null;
  child.once('error', (error) => {
    failure = error;
  });
  child.unref();
  const record = { ...chain, pid: child.pid ?? 0 };
  // Written right away, so that the next process finds the node whenever this one is killed.
  if (record.pid) writeRecord(recipe, record);
  const deadline = Date.now() + START_LIMIT_MS;
  while (!(await recipe.identifies(record))) {
    if (failure) throw failure;
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`${name} ended at once: ${readFileSync(join(dir, `${name}.log`), 'utf8').slice(0, 500)}`);
    }
    if (Date.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`${name} did not answer within ${START_LIMIT_MS} ms`);
    }
    await delay(PROBE_MS);
  }
  return record;
}

/** Whether the node of this record still runs; waits for one whose starter was killed before it answered. */
async function answers<R extends NodeRecord>(recipe: Recipe<R>, record: R): Promise<boolean> {
  const deadline = Date.now() + ADOPT_LIMIT_MS;
  while (isAlive(record.pid) && Date.now() < deadline) {
    if (await recipe.identifies(record)) return true;
    await delay(PROBE_MS);
  }
  return false;
}

function handle<R extends NodeRecord>(
  recipe: Recipe<R>,
  record: R,
  found: { adopted: boolean; fresh: boolean },
): LocalNode {
  const { pid } = record;
  return {
    url: recipe.url(record),
    pid,
    ...found,
    alive: () => isAlive(pid),
    async stop() {
      recipe.beforeStop?.();
      const ranUntilNow = isAlive(pid);
      if (ranUntilNow) process.kill(pid, 'SIGTERM');
      const deadline = Date.now() + STOP_LIMIT_MS;
      while (isAlive(pid)) {
        if (Date.now() > deadline) {
          process.kill(pid, 'SIGKILL');
          return;
        }
        await delay(PROBE_MS);
      }
      writeRecord(recipe, { ...record, stopped: ranUntilNow });
    },
  };
}

/** A zombie that nobody reaps (an adopted node in a container without an init) is not alive. */
function isAlive(pid: number): boolean {
  if (!pid) return false;
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return process.platform !== 'linux';
  }
}
