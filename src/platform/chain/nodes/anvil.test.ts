import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ethereumAdapter } from '../ethereum.ts';
import { rpcClient } from '../rpc/json-rpc.ts';
import { startAnvil } from './anvil.ts';
import type { LocalNode } from './local-node.ts';

const KEY = '0x1111111111111111111111111111111111111111';

function newDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'fv anvil '));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  return dir;
}

async function pay(node: LocalNode): Promise<void> {
  const rpc = rpcClient(node.url);
  const [from] = await rpc.call<string[]>('eth_accounts');
  await rpc.call('eth_sendTransaction', [{ from, to: KEY, value: '0x64' }]);
  await rpc.call('anvil_mine', ['0x3']);
}

const chainOf = (node: LocalNode) => ethereumAdapter(rpcClient(node.url));

test('a stopped node comes back with its chain, its wallet and the balances of its past', async () => {
  const dir = newDir();
  const first = await startAnvil({ dir });
  expect(first).toMatchObject({ adopted: false, fresh: true });
  await pay(first);
  const tip = await chainOf(first).tip();
  const accounts = await rpcClient(first.url).call('eth_accounts');
  await first.stop();

  const second = await startAnvil({ dir });
  onTestFinished(() => second.stop());
  expect(second).toMatchObject({ adopted: false, fresh: false });
  expect(await chainOf(second).tip()).toEqual(tip);
  expect(await rpcClient(second.url).call('eth_accounts')).toEqual(accounts);
  const paid = { height: 1, hash: (await chainOf(second).hashAt(1))! };
  expect(await chainOf(second).balancesAt!([KEY], paid)).toEqual([100n]);
});

test('a chain stopped again and again stays the one it was, and its blocks tell the time', async () => {
  const dir = newDir();
  const first = await startAnvil({ dir });
  const identity = await chainOf(first).identity();
  await first.stop();
  for (let time = 1; time <= 4; time++) {
    const again = await startAnvil({ dir });
    expect(again.fresh).toBe(false);
    expect(await chainOf(again).identity()).toBe(identity);
    await pay(again);
    const { timestamp } = await rpcClient(again.url).call<{ timestamp: string }>('eth_getBlockByNumber', [
      'latest',
      false,
    ]);
    expect(Math.abs(Number(timestamp) - Date.now() / 1000)).toBeLessThan(10);
    await again.stop();
  }
});

test('a node whose starter was killed is adopted, and stops in order', async () => {
  const dir = newDir();
  const script = `import { startAnvil } from ${JSON.stringify(join(import.meta.dirname, 'anvil.ts'))};
    const node = await startAnvil({ dir: ${JSON.stringify(dir)} }); console.log(node.pid); setInterval(() => {}, 1000);`;
  const starter = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [pid] = await once(starter.stdout, 'data');
  starter.kill('SIGKILL');
  await once(starter, 'exit');

  const adopted = await startAnvil({ dir });
  expect(adopted).toMatchObject({ adopted: true, fresh: false, pid: Number(String(pid)) });
  await pay(adopted);
  const tip = await chainOf(adopted).tip();
  await adopted.stop();
  const resumed = await startAnvil({ dir });
  onTestFinished(() => resumed.stop());
  expect(await chainOf(resumed).tip()).toEqual(tip);
});

test('a chain whose node was killed starts anew, as another chain', async () => {
  const dir = newDir();
  const first = await startAnvil({ dir });
  await pay(first);
  const identity = await chainOf(first).identity();
  process.kill(first.pid, 'SIGKILL');

  const second = await startAnvil({ dir });
  onTestFinished(() => second.stop());
  expect(second).toMatchObject({ adopted: false, fresh: true });
  expect((await chainOf(second).tip()).height).toBe(0);
  expect(await chainOf(second).identity()).not.toBe(identity);
});

test('a chain whose resumed node was killed is not taken back to where it was resumed from', async () => {
  const dir = newDir();
  await (await startAnvil({ dir })).stop();
  const resumed = await startAnvil({ dir });
  expect(resumed).toMatchObject({ fresh: false });
  await pay(resumed);
  process.kill(resumed.pid, 'SIGKILL');
  await expect.poll(() => resumed.alive()).toBe(false);
  await resumed.stop();

  const anew = await startAnvil({ dir });
  onTestFinished(() => anew.stop());
  expect(anew.fresh).toBe(true);
});

test('a damaged state or record is no obstacle: the chain starts anew', async () => {
  const dir = newDir();
  const first = await startAnvil({ dir });
  await first.stop();
  writeFileSync(join(dir, 'anvil-state.json'), '{"half');
  const second = await startAnvil({ dir });
  expect(second.fresh).toBe(true);
  await second.stop();
  writeFileSync(join(dir, 'anvil.json'), '');
  const third = await startAnvil({ dir });
  onTestFinished(() => third.stop());
  expect(third.fresh).toBe(true);
});
