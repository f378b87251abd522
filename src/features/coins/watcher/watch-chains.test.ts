import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import * as contract from '#contracts/coins/payments.ts';
import { MINUTE_MS } from '#contracts/time-units.ts';
import { ethereumAdapter } from '#platform/chain/ethereum.ts';
import { guardAdapter } from '#platform/chain/guard-adapter.ts';
import type { Chain } from '#platform/chain/open-chain.ts';
import { rpcClient } from '#platform/chain/rpc/json-rpc.ts';
import type { ChainAdapter } from '#platform/chain/types.ts';
import { createExclusive } from '#platform/db/exclusive.ts';
import { balanceOf } from '#platform/ledger/transfer.ts';
import { createLogger } from '#platform/log.ts';
import { followDevChain, startDevChain } from '#tests/support/dev-chain.ts';
import { createTestShop, type TestUser } from '#tests/support/shop.ts';
import { createWatch } from './watch-chains.ts';

const shop = await createTestShop();
const dev = await startDevChain();
const other = await startDevChain();
const { poll } = await followDevChain(shop.ctx, dev);
let buyer: TestUser;

beforeEach(async () => {
  buyer = await shop.createUser({ tier: 2 });
  await poll();
});

const withAdapter = (changes: Partial<ChainAdapter>): Chain => ({
  ...dev.chain,
  adapter: { ...dev.chain.adapter, ...changes },
});
const pollOnce = (chain: Chain) => createWatch(shop.ctx, chain)();
const cursor = async () =>
  (await shop.sql`select height, hash, state, reason_code, reason_facts from chain_cursors where coin = 'ETH'`)[0]!;
const available = () => balanceOf(shop.sql, { kind: 'available', owner_id: buyer.id });
async function quote() {
  const { status, body } = await shop.as(buyer)(contract.createPayment, { body: { coin: 'ETH', amount_cents: 2000 } });
  expect(status).toBe(201);
  return body.data;
}
const read = async (id: string) => (await shop.as(buyer)(contract.getPayment, { params: { id } })).body.data;

test('the log says why a chain is paused', async () => {
  const written: string[] = [];
  const log = createLogger('info', { write: (line: string) => void written.push(line) });
  const away = { ...dev.chain, adapter: ethereumAdapter(rpcClient('http://127.0.0.1:9')) };
  await createWatch({ ...shop.ctx, log }, away)();
  expect(written.map((line) => JSON.parse(line))).toContainEqual(
    expect.objectContaining({ msg: 'chain paused', coin: 'ETH', reason_code: 'node_unreachable' }),
  );
  await poll();
});

test('a node that cannot be reached pauses the chain; when it is back, nothing was lost', async () => {
  const payment = await quote();
  await dev.send(payment.address, BigInt(payment.amount_units));
  await dev.mine(12);
  await pollOnce({ ...dev.chain, adapter: ethereumAdapter(rpcClient('http://127.0.0.1:9')) });
  expect(await cursor()).toMatchObject({ state: 'paused', reason_code: 'node_unreachable' });
  expect(await available()).toBe(0);
  await poll();
  expect(await cursor()).toMatchObject({ state: 'following', reason_code: null });
  expect(await available()).toBe(2000);
});

test('a node on another chain is not followed', async () => {
  const before = await cursor();
  await pollOnce({ ...dev.chain, adapter: other.chain.adapter, development: false });
  expect(await cursor()).toMatchObject({
    height: before.height,
    state: 'paused',
    reason_code: 'chain_replaced',
    reason_facts: { identity: await other.chain.adapter.identity() },
  });
});

test.each([
  ['still synchronising', { synced: false, tipAgeSeconds: 0 }, { reason_code: 'node_syncing', reason_facts: {} }],
  [
    'cut off from its network',
    { synced: true, tipAgeSeconds: 900 },
    { reason_code: 'node_stale', reason_facts: { seconds: 900 } },
  ],
])('a node that is %s is not followed', async (_, health, reason) => {
  const tip = await dev.chain.adapter.tip();
  const chain = withAdapter({ health: async () => ({ tip, ...health }) });
  await dev.mine();
  const { height } = await cursor();
  await pollOnce({ ...chain, development: false });
  expect(await cursor()).toMatchObject({ height, state: 'paused', ...reason });
});

test('a node that is behind on the same chain undoes nothing', async () => {
  const payment = await quote();
  await dev.send(payment.address, BigInt(payment.amount_units));
  await dev.mine(14);
  await poll();
  const before = await cursor();
  const behind = Number(before.height) - 5;
  const { adapter } = dev.chain;
  const hash = (await adapter.hashAt(behind))!;
  await pollOnce(
    withAdapter({
      tip: async () => ({ height: behind, hash }),
      hashAt: async (height) => (height > behind ? null : adapter.hashAt(height)),
      block: async (height, watched) => (height > behind ? null : adapter.block(height, watched)),
    }),
  );
  expect(await cursor()).toMatchObject({ height: before.height, hash: before.hash });
  expect((await read(payment.id)).status).toBe('credited');
});

test('of two nodes that take turns at one address the one that lags undoes nothing', async () => {
  const payment = await quote();
  await dev.send(payment.address, BigInt(payment.amount_units));
  await dev.mine(4);
  await poll();
  const before = await cursor();
  const { adapter } = dev.chain;
  const lacks = (height: number) => height >= Number(before.height);
  await pollOnce(
    withAdapter({
      hashAt: async (height) => (lacks(height) ? null : adapter.hashAt(height)),
      block: async (height, watched) => (lacks(height) ? null : adapter.block(height, watched)),
    }),
  );
  expect(await cursor()).toMatchObject({ height: before.height, hash: before.hash, state: 'following' });
  expect(await read(payment.id)).toMatchObject({ status: 'confirming', confirmations: 4 });
});

test('the pages of open payments are told when their chain is paused and when it is followed again, once each', async () => {
  const payment = await quote();
  const told = async () =>
    (await shop.sql`select from events where channel = ${`private-user.${buyer.id}`} and data ->> 'id' = ${payment.id}`)
      .length;
  let away = false;
  const { adapter } = dev.chain;
  const refused = rpcClient('http://127.0.0.1:9');
  const health = () => (away ? ethereumAdapter(refused) : adapter).health();
  const watch = createWatch(shop.ctx, withAdapter({ health }));
  await watch();
  const before = await told();
  await watch();
  expect(await told()).toBe(before);
  away = true;
  await watch();
  await watch();
  expect(await told()).toBe(before + 1);
  away = false;
  await watch();
  await watch();
  expect(await told()).toBe(before + 2);
});

test('what was seen stays seen while nobody looks at its chain', async () => {
  const payment = await quote();
  await dev.send(payment.address, BigInt(payment.amount_units));
  await poll();
  shop.clock.advance(5 * MINUTE_MS);
  expect(await read(payment.id)).toMatchObject({ status: 'seen', paused: 'unwatched' });
  await pollOnce({ ...dev.chain, adapter: ethereumAdapter(rpcClient('http://127.0.0.1:9')) });
  expect(await read(payment.id)).toMatchObject({ status: 'seen', paused: 'not_ready' });
  await pollOnce(withAdapter({ hints: async () => [] }));
  expect((await read(payment.id)).status).toBe('waiting');
});

test('a payment whose nonce another transaction used is not seen any more at the next look', async () => {
  const payment = await quote();
  const nonce = await dev.rpc.call<string>('eth_getTransactionCount', [dev.wallet, 'latest']);
  const send = (to: string, gasPrice: number) =>
    dev.rpc.call('eth_sendTransaction', [
      {
        from: dev.wallet,
        to,
        nonce,
        value: `0x${BigInt(payment.amount_units).toString(16)}`,
        gasPrice: `0x${gasPrice.toString(16)}`,
      },
    ]);
  await send(payment.address, 3e9);
  await poll();
  expect((await read(payment.id)).status).toBe('seen');
  await send(dev.wallet, 9e9);
  await dev.mine();
  await poll();
  expect(await read(payment.id)).toMatchObject({ status: 'waiting', txids: [] });
});

test('a reorganisation below the kept history stops the chain for a person', async () => {
  await shop.sql`delete from chain_blocks where coin = 'ETH' and height < (select height from chain_cursors where coin = 'ETH')`;
  await dev.reorganise(2);
  await poll();
  expect(await cursor()).toMatchObject({ state: 'paused', reason_code: 'deep_reorganisation' });
  // What an admin would do after investigating: reset the cursor.
  const tip = await dev.chain.adapter.tip();
  await shop.sql`delete from chain_blocks where coin = 'ETH'`;
  await shop.sql`update chain_cursors set height = ${tip.height - 20}, hash = ${(await dev.chain.adapter.hashAt(tip.height - 20))!}, reconciled_height = ${tip.height - 20}`;
  await shop.sql`insert into chain_blocks select coin, height, hash from chain_cursors`;
  await poll();
  expect(await cursor()).toMatchObject({ state: 'following' });
});

test('the first cursor starts well below the tip, so that an early reorganisation is no halt', async () => {
  const young = await createTestShop();
  const poll = createWatch(young.ctx, other.chain);
  await poll();
  const [blocks] = await young.sql<{ kept: number }[]>`select count(*) as kept from chain_blocks`;
  expect(blocks!.kept).toBeGreaterThanOrEqual(64);
  await other.reorganise(40);
  await poll();
  const [cursor] = await young.sql`select state, reason_code from chain_cursors`;
  expect(cursor).toEqual({ state: 'following', reason_code: null });
});

test.each([
  ['two hours slow lets a late payment keep its rate', 25 * MINUTE_MS, -7200, 2000],
  ['two hours fast takes no rate away from a timely one', 0, 7200, 2000],
] as const)("a miner's clock that is %s", async (_, later_ms, skew, cents) => {
  const payment = await quote();
  shop.clock.advance(later_ms);
  await shop.sql`insert into rate_samples (coin, usd_e8, sources, at) values ('ETH', 100000000000, '{test}', ${shop.clock.now()})`;
  await dev.send(payment.address, BigInt(payment.amount_units));
  const { adapter } = dev.chain;
  const skewed = withAdapter({
    hints: async () => [],
    async block(height, watched) {
      const block = await adapter.block(height, watched);
      return block && { ...block, time: Math.floor(shop.clock.now().getTime() / 1000) + skew };
    },
  });
  await dev.mine(12);
  await pollOnce(skewed);
  expect(await read(payment.id)).toMatchObject({ status: 'credited', credited_cents: cents });
});

test('a node that answers nonsense pauses its coin with what it said', async () => {
  const odd = guardAdapter({
    ...dev.chain.adapter,
    async health() {
      return (undefined as unknown as { a: { b: never } }).a.b;
    },
  });
  await pollOnce({ ...dev.chain, adapter: odd });
  expect(await cursor()).toMatchObject({ state: 'paused', reason_code: 'node_bad_reply' });
  await poll();
  expect(await cursor()).toMatchObject({ state: 'following' });
});

test('an address that is given out while a block is read is not missed in that block', async () => {
  let given: Awaited<ReturnType<typeof quote>> | undefined;
  const { adapter } = dev.chain;
  const racing = withAdapter({
    async block(height, watched) {
      if (!given) {
        given = await quote();
        await dev.send(given.address, BigInt(given.amount_units));
        await dev.mine();
      }
      return adapter.block(height, watched);
    },
  });
  await pollOnce(racing);
  expect(await read(given!.id)).toMatchObject({ status: 'confirming', received_units: given!.amount_units });
  const [deposit] = await shop.sql<{ txid: string }[]>`select txid from deposits where payment_id = ${given!.id}`;
  expect(deposit!.txid).toMatch(/^0x/);
});

test('one deposit that cannot be booked does not hold up the next one', async () => {
  const stuck = await quote();
  const stuckBuyer = buyer;
  await dev.send(stuck.address, BigInt(stuck.amount_units));
  buyer = await shop.createUser();
  const fine = await quote();
  await dev.send(fine.address, BigInt(fine.amount_units));
  await dev.mine(12);
  await shop.sql.unsafe(`create function refuse_one() returns trigger language plpgsql as $$
    begin if new.payment_id = '${stuck.id}' and new.state = 'credited' then raise exception 'stuck'; end if; return new; end $$`);
  await shop.sql`create trigger refuse_one before update on deposits for each row execute function refuse_one()`;
  await poll();
  expect(await available()).toBe(2000);
  await shop.sql`drop trigger refuse_one on deposits`;
  await poll();
  buyer = stuckBuyer;
  expect(await available()).toBe(2000);
});

test('a balance that shrank for an unknown reason stops the chain for a person', async () => {
  const payment = await quote();
  await dev.send(payment.address, BigInt(payment.amount_units));
  await dev.mine(12);
  await poll();
  await dev.rpc.call('anvil_setBalance', [payment.address, '0x1']);
  await dev.mine(13);
  await poll();
  expect(await cursor()).toMatchObject({ state: 'paused', reason_code: 'balance_short' });
  await dev.rpc.call('anvil_setBalance', [payment.address, `0x${BigInt(payment.amount_units).toString(16)}`]);
  await dev.mine(13);
  await poll();
  expect(await cursor()).toMatchObject({ state: 'following' });
});

test('a development chain that began anew is followed from there, and what was credited stays', async () => {
  const payment = await quote();
  await dev.send(payment.address, BigInt(payment.amount_units));
  await dev.mine(12);
  await poll();
  const unfinished = await quote();
  await dev.send(unfinished.address, BigInt(unfinished.amount_units));
  await dev.mine(3);
  await poll();
  await dev.send(unfinished.address, 1n);
  await poll();
  expect((await shop.sql`select from seen_hints where payment_id = ${unfinished.id}`).length).toBeGreaterThan(0);
  shop.ctx.chains.ETH = other.chain;
  const watch = createWatch(shop.ctx, other.chain);
  await watch();
  await other.mine(80);
  await watch();
  expect(await cursor()).toMatchObject({ state: 'following' });
  expect((await read(payment.id)).status).toBe('credited');
  expect((await read(unfinished.id)).status).toBe('waiting');
  expect(await available()).toBe(2000);
  const again = await quote();
  await other.send(again.address, BigInt(again.amount_units));
  await other.mine(12);
  await watch();
  expect(await available()).toBe(4000);
});

test('a look at a chain where nothing happened costs five requests to the node and seven statements', async () => {
  const counted = { statements: 0 };
  const sql = new Proxy(shop.sql, {
    apply(target, self, args) {
      counted.statements++;
      return Reflect.apply(target as never, self, args);
    },
  });
  const requests = vi.spyOn(globalThis, 'fetch');
  onTestFinished(() => requests.mockRestore());
  const watch = createWatch({ ...shop.ctx, sql }, shop.ctx.chains.ETH!);
  await watch();
  Object.assign(counted, { statements: 0 });
  requests.mockClear();
  await watch();
  expect({ ...counted, requests: requests.mock.calls.length }).toEqual({ statements: 7, requests: 5 });
});

test('the right to watch is held by one process at a time, and passes on when that ends', async () => {
  const first = createExclusive(shop.databaseUrl, 'watch test');
  const second = createExclusive(shop.databaseUrl, 'watch test');
  expect(await first.held()).toBe(true);
  expect(await first.held()).toBe(true);
  expect(await second.held()).toBe(false);
  await first.release();
  await expect.poll(() => second.held()).toBe(true);
  await second.release();
});
