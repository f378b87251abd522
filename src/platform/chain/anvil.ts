import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { rpcClient } from './json-rpc.ts';

/** What `dir` remembers of its node: enough to find it again and to tell it from a stranger on the same port. */
interface AnvilRecord {
  pid: number;
  port: number;
  seed: number;
  /** Time of the genesis block: chosen at the chain's birth, and so its name. */
  born: number;
  /** Whether the node was stopped in order, so that its dumped state is the whole chain. */
  stopped: boolean;
}

export interface AnvilNode {
  url: string;
  pid: number;
  /** Found running, left behind by an earlier start that was killed. */
  adopted: boolean;
  /** The chain is new: it knows nothing of what an earlier one in this directory held. */
  fresh: boolean;
  alive(): boolean;
  stop(): Promise<void>;
}

const START_LIMIT_MS = 20_000;
const ADOPT_LIMIT_MS = 2_000;
const STOP_LIMIT_MS = 10_000;
const PROBE_MS = 50;
const BIND_ATTEMPTS = 3;

/** Path of anvil's binary for this platform, or null where there is none. */
export function resolveAnvil(): string | null {
  const arch = process.arch === 'x64' ? 'amd64' : process.arch;
  const platform = process.platform === 'win32' ? 'win32' : process.platform;
  const file = process.platform === 'win32' ? 'anvil.exe' : 'anvil';
  try {
    return createRequire(import.meta.url).resolve(`@foundry-rs/anvil-${platform}-${arch}/bin/${file}`);
  } catch {
    return null;
  }
}

/**
 * A local Ethereum development node whose chain lives in `dir`: mines only on demand, listens on loopback.
 * A node that outlived a killed process is adopted; a chain that was not stopped in order starts anew.
 */
export async function startAnvil({ dir, port }: { dir: string; port?: number }): Promise<AnvilNode> {
  mkdirSync(dir, { recursive: true });
  const before = readRecord(dir);
  if (before && !before.stopped && (await answers(before))) return handle(dir, before, { adopted: true, fresh: false });

  if (before?.stopped && existsSync(statePath(dir))) {
    const resumed = await launch(dir, before, port).catch(() => null);
    if (resumed) return handle(dir, resumed, { adopted: false, fresh: false });
  }
  rmSync(statePath(dir), { force: true });
  const born = Math.floor(Date.now() / 1000);
  const record = await launch(dir, { pid: 0, port: 0, seed: randomInt(2 ** 47), born, stopped: false }, port);
  return handle(dir, record, { adopted: false, fresh: true });
}

const recordPath = (dir: string) => join(dir, 'anvil.json');
const statePath = (dir: string) => join(dir, 'anvil-state.json');
const urlOf = (record: AnvilRecord) => `http://127.0.0.1:${record.port}`;

function readRecord(dir: string): AnvilRecord | null {
  try {
    return JSON.parse(readFileSync(recordPath(dir), 'utf8')) as AnvilRecord;
  } catch {
    return null;
  }
}

function writeRecord(dir: string, record: AnvilRecord): void {
  const next = `${recordPath(dir)}.next`;
  writeFileSync(next, JSON.stringify(record));
  renameSync(next, recordPath(dir));
}

async function launch(dir: string, chain: AnvilRecord, wantedPort?: number): Promise<AnvilRecord> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await spawnNode(dir, { ...chain, port: wantedPort ?? (await freePort()), stopped: false });
    } catch (error) {
      if (attempt === BIND_ATTEMPTS) throw error;
    }
  }
}

async function spawnNode(dir: string, chain: AnvilRecord): Promise<AnvilRecord> {
  const binary = resolveAnvil();
  if (!binary) throw new Error(`there is no anvil for ${process.platform} ${process.arch}`);
  const args = ['--host', '127.0.0.1', '--port', `${chain.port}`, '--silent', '--no-mining', '--accounts', '2'];
  args.push('--balance', '1000000', '--mnemonic-seed-unsafe', `${chain.seed}`);
  // The wallet's seed does not reach the genesis block, its gas limit does: no two chains look the same.
  args.push('--gas-limit', `${30_000_000 + (chain.seed % 1_000_000)}`);
  args.push('--state', statePath(dir), '--preserve-historical-states');
  // Always: a resumed node makes a genesis too, and where it differs the next dump holds two of them.
  args.push('--timestamp', `${chain.born}`);
  const log = openSync(join(dir, 'anvil.log'), 'w');
  // Detached: Ctrl-C at the terminal must reach this process alone, which then stops the node in order.
  const child = spawn(binary, args, { stdio: ['ignore', 'ignore', log], detached: true });
  closeSync(log);
  let failure: Error | null = null;
  child.once('error', (error) => {
    failure = error;
  });
  child.unref();
  const record = { ...chain, pid: child.pid ?? 0 };
  // At once: whenever this process is killed, the next one finds the node.
  if (record.pid) writeRecord(dir, record);
  const deadline = Date.now() + START_LIMIT_MS;
  while (!(await identifies(record))) {
    if (failure) throw failure;
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`anvil ended at once: ${readFileSync(join(dir, 'anvil.log'), 'utf8').slice(0, 500)}`);
    }
    if (Date.now() > deadline) {
      child.kill('SIGKILL');
      throw new Error(`anvil did not answer within ${START_LIMIT_MS} ms`);
    }
    await delay(PROBE_MS);
  }
  // Its clock began at its birth; blocks are stamped with the time it is now.
  await rpcClient(urlOf(record), { timeoutMs: 2_000 }).call('evm_increaseTime', [
    Math.floor(Date.now() / 1000) - chain.born,
  ]);
  return record;
}

/** Whether the node of this record still runs; waits for one whose starter was killed before it answered. */
async function answers(record: AnvilRecord): Promise<boolean> {
  const deadline = Date.now() + ADOPT_LIMIT_MS;
  while (isAlive(record.pid) && Date.now() < deadline) {
    if (await identifies(record)) return true;
    await delay(PROBE_MS);
  }
  return false;
}

async function identifies(record: AnvilRecord): Promise<boolean> {
  const rpc = rpcClient(urlOf(record), { timeoutMs: 2_000 });
  try {
    const version = await rpc.call<string>('web3_clientVersion');
    const genesis = await rpc.call<{ timestamp: string } | null>('eth_getBlockByNumber', ['0x0', false]);
    return version.startsWith('anvil') && Number(genesis?.timestamp) === record.born;
  } catch {
    return false;
  }
}

function handle(dir: string, record: AnvilRecord, found: { adopted: boolean; fresh: boolean }): AnvilNode {
  return {
    url: urlOf(record),
    pid: record.pid,
    ...found,
    alive: () => isAlive(record.pid),
    async stop() {
      const { pid } = record;
      // What it resumed from is old by now: only what it dumps at its end may be resumed from.
      rmSync(statePath(dir), { force: true });
      if (isAlive(pid)) process.kill(pid, 'SIGTERM');
      const deadline = Date.now() + STOP_LIMIT_MS;
      while (isAlive(pid)) {
        if (Date.now() > deadline) {
          process.kill(pid, 'SIGKILL');
          return;
        }
        await delay(PROBE_MS);
      }
      writeRecord(dir, { ...record, stopped: existsSync(statePath(dir)) });
    },
  };
}

/** A zombie nobody waits for (an adopted node in a container without an init) is not alive. */
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

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
