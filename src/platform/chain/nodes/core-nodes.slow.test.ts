import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HDKey } from '@scure/bip32';
import { expect, onTestFinished, test } from 'vitest';
import { bitcoinLikeAdapter } from '../bitcoin-like.ts';
import { openChain } from '../open-chain.ts';
import { rpcClient } from '../rpc/json-rpc.ts';
import { startBcoin } from './bcoin.ts';
import { startLitecoind } from './litecoind.ts';
import type { LocalNode } from './local-node.ts';

const nodes = [
  { name: 'bcoin', start: startBcoin, coin: 'BTC', keepsWhenKilled: true },
  { name: 'litecoind', start: startLitecoind, coin: 'LTC', keepsWhenKilled: false },
] as const;

function newDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'fv node '));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

describeEach(({ name, start, coin, keepsWhenKilled }) => {
  const open = (node: LocalNode) => ({
    rpc: rpcClient(node.url),
    chain: bitcoinLikeAdapter(rpcClient(node.url), coin, { development: true }),
  });
  const mine = async (node: LocalNode) => {
    const { rpc } = open(node);
    const method = coin === 'BTC' ? 'devaddress' : 'getnewaddress';
    await rpc.call('generatetoaddress', [2, await rpc.call(method)]);
  };

  test(`${name}: stopped in order it comes back with its chain and its wallet`, async () => {
    const dir = newDir();
    const first = await start({ dir });
    expect(first).toMatchObject({ adopted: false, fresh: true });
    await mine(first);
    const tip = await open(first).chain.tip();
    await first.stop();
    const second = await start({ dir });
    onTestFinished(() => second.stop());
    expect(second).toMatchObject({ adopted: false, fresh: false });
    expect(await open(second).chain.tip()).toEqual(tip);
    await mine(second);
  });

  test(`${name}: a node whose starter was killed is adopted; a killed one ${keepsWhenKilled ? 'keeps its chain' : 'begins another chain'}`, async () => {
    const dir = newDir();
    const script = `import * as module from ${JSON.stringify(join(import.meta.dirname, `${name}.ts`))};
      const node = await module.${start.name}({ dir: ${JSON.stringify(dir)} }); console.log(node.pid); setInterval(() => {}, 1000);`;
    const starter = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [pid] = await once(starter.stdout, 'data');
    starter.kill('SIGKILL');
    await once(starter, 'exit');
    const adopted = await start({ dir });
    expect(adopted).toMatchObject({ adopted: true, fresh: false, pid: Number(String(pid)) });
    await mine(adopted);
    const identity = await open(adopted).chain.identity();
    const tip = await open(adopted).chain.tip();

    process.kill(adopted.pid, 'SIGKILL');
    const next = await start({ dir });
    onTestFinished(() => next.stop());
    expect(next).toMatchObject({ adopted: false, fresh: !keepsWhenKilled });
    expect((await open(next).chain.identity()) === identity).toBe(keepsWhenKilled);
    if (keepsWhenKilled) expect(await open(next).chain.tip()).toEqual(tip);
  });
});

test("litecoind agrees with our descriptor's checksum and derives our addresses from it", async () => {
  const dir = newDir();
  const node = await startLitecoind({ dir });
  onTestFinished(() => node.stop());
  const rpc = rpcClient(node.url);
  const account = HDKey.fromMasterSeed(Buffer.alloc(32, 7)).derive("m/84'/2'/0'");
  // Regtest only accepts the version bytes of test networks.
  const tpub = new HDKey({
    depth: account.depth,
    index: account.index,
    parentFingerprint: account.parentFingerprint,
    chainCode: account.chainCode!,
    publicKey: account.publicKey!,
    versions: { private: 0, public: 0x043587cf },
  }).publicExtendedKey;
  const chain = openChain('LTC', { rpc_url: node.url, xpub: tpub, development: true });
  const bare = chain.descriptor.slice(0, chain.descriptor.indexOf('#'));
  const info = await rpc.call<{ descriptor: string }>('getdescriptorinfo', [bare]);
  expect(chain.descriptor).toBe(info.descriptor);
  const theirs = await rpc.call('deriveaddresses', [chain.descriptor, [0, 199]]);
  expect(Array.from({ length: 200 }, (_, i) => chain.addressAt(i).address)).toEqual(theirs);
});

function describeEach(tests: (node: (typeof nodes)[number]) => void): void {
  for (const node of nodes) tests(node);
}
