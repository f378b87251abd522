import { randomInt } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { rpcClient } from '../rpc/json-rpc.ts';
import { type NodeRecord, type Recipe, runLocalNode } from './local-node.ts';

interface AnvilRecord extends NodeRecord {
  seed: number;
  /** Time of the genesis block. Chosen when the chain is created, it identifies the chain. */
  born: number;
}

/** Path of anvil's binary for this platform, or null if there is none. */
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
 * A node that outlived its killed starter is adopted; a chain that wasn't shut down cleanly starts over.
 */
export const startAnvil = ({ dir, port }: { dir: string; port?: number }) => runLocalNode(anvilIn(dir), port);

/** How anvil is started, recognised and stopped with its chain in `dir`. */
export function anvilIn(dir: string): Recipe<AnvilRecord> {
  const state = join(dir, 'anvil-state.json');
  const url = ({ port }: AnvilRecord) => `http://127.0.0.1:${port}`;
  return {
    name: 'anvil',
    dir,
    url,
    command(record) {
      const file = resolveAnvil();
      if (!file) throw new Error(`there is no anvil for ${process.platform} ${process.arch}`);
      return { file, args: argsOf(record, state) };
    },
    async identifies(record) {
      const rpc = rpcClient(url(record), { timeoutMs: 2_000 });
      try {
        const version = await rpc.call<string>('web3_clientVersion');
        const genesis = await rpc.call<{ timestamp: string } | null>('eth_getBlockByNumber', ['0x0', false]);
        return version.startsWith('anvil') && Number(genesis?.timestamp) === record.born;
      } catch {
        return false;
      }
    },
    // Only the dump it writes on shutdown holds the whole chain.
    canResume: ({ stopped }) => stopped && existsSync(state),
    begin() {
      rmSync(state, { force: true });
      const born = Math.floor(Date.now() / 1000);
      return { pid: 0, port: 0, prepared: false, stopped: false, seed: randomInt(2 ** 47), born };
    },
    async prepare(record) {
      // Its clock starts at `born`; new blocks must carry the current time.
      const passed = Math.floor(Date.now() / 1000) - record.born;
      await rpcClient(url(record), { timeoutMs: 2_000 }).call('evm_increaseTime', [passed]);
    },
    // The dump it resumed from is out of date: only the one written on shutdown may be used again.
    beforeStop: () => rmSync(state, { force: true }),
  };
}

function argsOf({ port, seed, born }: AnvilRecord, state: string): string[] {
  const args = ['--host', '127.0.0.1', '--port', `${port}`, '--silent', '--no-mining', '--accounts', '2'];
  args.push('--balance', '1000000', '--mnemonic-seed-unsafe', `${seed}`);
  // The genesis block depends on the gas limit, not on the wallet's seed: vary it to give each chain its own hash.
  args.push('--gas-limit', `${30_000_000 + (seed % 1_000_000)}`);
  args.push('--state', state, '--preserve-historical-states');
  // Always set: a resumed node also makes a genesis block, and if it differed the next dump would hold two.
  args.push('--timestamp', `${born}`);
  return args;
}
