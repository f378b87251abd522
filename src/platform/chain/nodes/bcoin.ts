import { randomBytes } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { rpcClient } from '../rpc/json-rpc.ts';
import { isWarmingUp, type NodeRecord, type Recipe, runLocalNode, untilReady } from './local-node.ts';

interface BcoinRecord extends NodeRecord {
  /** RPC password. A node that accepts it is this one. */
  password: string;
}

const folder = fileURLToPath(new URL('../../../../tools/bcoin/', import.meta.url));

/** Path of the program that runs bcoin, or null if bcoin is not installed. */
export function resolveBcoin(): string | null {
  return existsSync(join(folder, 'node_modules', 'bcoin')) ? join(folder, 'regtest.cjs') : null;
}

/**
 * A local Bitcoin node with a payer's wallet. Its chain lives in `dir` and survives a crash.
 * Mines only on demand, listens on loopback.
 */
export const startBcoin = ({ dir, port }: { dir: string; port?: number }) => runLocalNode(bcoinIn(dir), port);

/** How bcoin is started, recognised and stopped with its chain in `dir`. */
export function bcoinIn(dir: string): Recipe<BcoinRecord> {
  const url = ({ port, password }: BcoinRecord) => `http://facevalue:${password}@127.0.0.1:${port}`;
  const ping = (record: BcoinRecord) => rpcClient(url(record), { timeoutMs: 2_000 }).call('getblockcount');
  return {
    name: 'bcoin',
    dir,
    url,
    command({ port, password }) {
      const file = resolveBcoin();
      if (!file) throw new Error('bcoin is not installed: npm install --prefix tools/bcoin --ignore-scripts');
      return { file: process.execPath, args: [file, `${port}`, dir], env: { BCOIN_API_KEY: password } };
    },
    identifies: (record) => ping(record).then(() => true, isWarmingUp),
    canResume: () => existsSync(join(dir, 'blocks')),
    begin() {
      for (const file of ['blocks', 'payer.key']) rmSync(join(dir, file), { force: true });
      return { pid: 0, port: 0, prepared: false, stopped: false, password: randomBytes(16).toString('hex') };
    },
    // It rebuilds its chain, or makes a first one with segwit; until then it reports that it is warming up.
    prepare: (record) => untilReady(() => ping(record)),
  };
}
