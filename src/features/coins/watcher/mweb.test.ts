import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import * as contract from '#contracts/coins/payments.ts';
import { MINUTE_MS } from '#contracts/time-units.ts';
import { startLitecoind } from '#platform/chain/nodes/litecoind.ts';
import { openChain } from '#platform/chain/open-chain.ts';
import { rpcClient } from '#platform/chain/rpc/json-rpc.ts';
import { until } from '#platform/jobs/until.ts';
import { balanceOf } from '#platform/ledger/transfer.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { requireNode } from '#tests/support/worlds/core-chain.ts';
import { LOCAL_CHAINS } from '../../demo/chain/local-chains.ts';
import { refreshRates } from '../rates/refresh-rates.ts';
import { demoSources } from '../rates/tickers/demo-source.ts';
import { createWatch } from './watch-chains.ts';

requireNode('LTC');
const dir = mkdtempSync(join(tmpdir(), 'facevalue-mweb-'));
const node = await startLitecoind({ dir, mweb: true });
afterAll(async () => {
  process.kill(node.pid, 'SIGKILL');
  await until(async () => !node.alive(), 5_000);
  rmSync(dir, { recursive: true, force: true });
});
const shop = await createTestShop();
const wallet = (name: string) => rpcClient(`${node.url}/wallet/${name}`);
const payer = wallet('payer');
const mine = async (blocks: number) =>
  payer.call('generatetoaddress', [blocks, await payer.call('getnewaddress', ['', 'bech32'])]);

test('its regtest stops at height 431 until somebody pegs in: that is why a development chain has no MWEB', async () => {
  const height = await payer.call<number>('getblockcount');
  await mine(431 - height);
  await expect(mine(1)).rejects.toThrow(/bad-txns-vin-empty/);
});

test('a payment out of MWEB is seen under one transaction, mined as an output of another, and credited once after 6 blocks', async () => {
  await payer.call('createwallet', ['private']);
  const hidden = wallet('private');
  await payer.call('sendtoaddress', [await hidden.call('getnewaddress', ['', 'mweb']), '10']);
  await mine(2);
  const chain = openChain('LTC', { rpc_url: node.url, xpub: LOCAL_CHAINS.LTC.xpub, development: true });
  shop.ctx.chains.LTC = chain;
  await refreshRates(shop.ctx, demoSources());
  const poll = createWatch(shop.ctx, chain);
  await poll();
  const user = await shop.createUser({ tier: 2 });
  const { body } = await shop.as(user)(contract.createPayment, { body: { coin: 'LTC', amount_cents: 5000 } });
  const { id, address, amount_units } = body.data;
  const read = async () => (await shop.as(user)(contract.getPayment, { params: { id } })).body.data;

  const units = BigInt(amount_units);
  const amount = `${units / 100_000_000n}.${`${units % 100_000_000n}`.padStart(8, '0')}`;
  const sent = await hidden.call<string>('sendtoaddress', [address, amount]);
  await poll();
  expect(await read()).toMatchObject({ status: 'seen', txids: [sent] });
  await mine(1);
  await poll();
  const confirming = await read();
  expect(confirming).toMatchObject({ status: 'confirming', confirmations: 1, confirmations_needed: 6 });
  expect(confirming.txids).toHaveLength(1);
  expect(confirming.txids).not.toContain(sent);
  await mine(4);
  await poll();
  expect(await read()).toMatchObject({ status: 'confirming', credited_cents: 0 });
  await mine(1);
  await poll();
  expect(await read()).toMatchObject({ status: 'credited', credited_cents: 5000 });
  await mine(3);
  await poll();
  expect(await balanceOf(shop.sql, { kind: 'available', owner_id: user.id })).toBe(5000);

  const { body: again } = await shop.as(user)(contract.createPayment, { body: { coin: 'LTC', amount_cents: 5000 } });
  const late = again.data;
  await hidden.call('sendtoaddress', [late.address, Number(late.amount_units) / 1e8]);
  await poll();
  shop.clock.advance(21 * MINUTE_MS);
  const time = Math.floor(shop.clock.now().getTime() / 1000);
  const forgetful = createWatch(shop.ctx, {
    ...chain,
    adapter: {
      ...chain.adapter,
      hints: async () => [],
      async block(...asked) {
        const block = await chain.adapter.block(...asked);
        return block && { ...block, time };
      },
    },
  });
  await forgetful();
  await shop.sql`insert into rate_samples (coin, usd_e8, sources, at) values ('LTC', 5000000000, '{test}', ${shop.clock.now()})`;
  await mine(6);
  await forgetful();
  const { body: credited } = await shop.as(user)(contract.getPayment, { params: { id: late.id } });
  expect(credited.data, 'a sighting that is dead gives its time to no peg-out').toMatchObject({ status: 'credited' });
  expect(credited.data.credited_cents).toBeLessThan(3000);
});
