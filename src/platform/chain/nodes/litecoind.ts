import { randomBytes } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { rpcClient } from '../rpc/json-rpc.ts';
import { isWarmingUp, type NodeRecord, type Recipe, runLocalNode, untilReady } from './local-node.ts';

interface LitecoinRecord extends NodeRecord {
  /** RPC password. A node that accepts it is this one. */
  password: string;
}

const WALLET = 'payer';
/** Enough for the first coinbase to be spendable, with some to spare. */
const FIRST_BLOCKS = 120;

/** Path of litecoind, or null if it is not installed. */
export function resolveLitecoind(): string | null {
  const folders = ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin'];
  return folders.map((folder) => join(folder, 'litecoind')).find((file) => existsSync(file)) ?? null;
}

export interface LitecoinOptions {
  dir: string;
  port?: number;
  /** MWEB (private transactions) from height 432 on, as on mainnet. Off, a development chain can grow without end. */
  mweb?: boolean;
}

/** A local Litecoin node with a payer's wallet and its chain in `dir`, which starts over after an unclean shutdown. */
export const startLitecoind = ({ dir, port, mweb = false }: LitecoinOptions) =>
  runLocalNode(litecoindIn(dir, mweb), port);

/** How litecoind is started, recognised and stopped with its chain in `dir`. */
export function litecoindIn(dir: string, mweb = false): Recipe<LitecoinRecord> {
  const url = ({ port, password }: LitecoinRecord) => `http://facevalue:${password}@127.0.0.1:${port}`;
  const rpc = (record: LitecoinRecord) => rpcClient(url(record), { timeoutMs: 10_000 });
  return {
    name: 'litecoind',
    dir,
    url,
    command(record) {
      const file = resolveLitecoind();
      if (!file) throw new Error('litecoind is not installed: apt-get install litecoind');
      return { file, args: argsOf(record, dir, mweb) };
    },
    // A node that refuses our credentials is not ours; one that is warming up is.
    identifies: (record) =>
      rpc(record)
        .call('getblockcount')
        .then(() => true, isWarmingUp),
    // A killed node loses the blocks since its last flush.
    canResume: ({ stopped }) => stopped && existsSync(join(dir, 'regtest')),
    begin() {
      rmSync(join(dir, 'regtest'), { recursive: true, force: true });
      return { pid: 0, port: 0, prepared: false, stopped: false, password: randomBytes(16).toString('hex') };
    },
    async prepare(record, fresh) {
      const node = rpc(record);
      await untilReady(() => node.call('getblockcount'));
      if (!fresh) return;
      // The last argument makes the node load the wallet on every start.
      await node.call('createwallet', [WALLET, false, false, '', false, false, true]);
      const address = await node.call('getnewaddress', ['', 'bech32']);
      await node.call('generatetoaddress', [FIRST_BLOCKS, address]);
    },
  };
}

function argsOf({ port, password }: LitecoinRecord, dir: string, mweb: boolean): string[] {
  const args = ['-regtest', `-datadir=${dir}`, '-server', '-listen=0', '-dnsseed=0', '-discover=0', '-upnp=0'];
  args.push('-rpcbind=127.0.0.1', '-rpcallowip=127.0.0.1', `-rpcport=${port}`, '-printtoconsole=0');
  args.push('-rpcuser=facevalue', `-rpcpassword=${password}`, '-fallbackfee=0.0001', '-keypool=5', '-txindex=0');
  // Off by default in Litecoin Core, but wallets that raise a fee rely on it.
  args.push('-mempoolreplacement=1');
  // With MWEB active, regtest stops at height 431 until somebody pegs in. A start far in the future avoids that.
  if (!mweb) args.push('-vbparams=mweb:4000000000:4100000000');
  return args;
}
