import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as contract from '#contracts/coins/payments.ts';
import { MINUTE_MS } from '#contracts/time-units.ts';
import type { ChainAdapter } from '#platform/chain/types.ts';
import { balanceOf } from '#platform/ledger/transfer.ts';
import { verifyLedger } from '#platform/ledger/verify-ledger.ts';
import { createTestShop, type TestUser } from '#tests/support/shop.ts';
import { startCoreChain } from '#tests/support/worlds/core-chain.ts';
import { usualDepth } from '../deposits/required-depth.ts';
import { refreshRates } from '../rates/refresh-rates.ts';
import { demoSources } from '../rates/tickers/demo-source.ts';
import { createWatch } from './watch-chains.ts';

describe.each([
  { coin: 'BTC', node: 'bcoin' },
  { coin: 'LTC', node: 'litecoind' },
] as const)('$coin on $node', async ({ coin }) => {
  const shop = await createTestShop();
  const core = await startCoreChain(coin);
  const depth = usualDepth(coin);
  let poll: () => Promise<boolean>;
  let buyer: TestUser;

  beforeAll(async () => {
    shop.ctx.chains[coin] = core.chain;
    poll = createWatch(shop.ctx, core.chain);
    await refreshRates(shop.ctx, demoSources());
  });
  beforeEach(async () => {
    buyer = await shop.createUser({ tier: 2 });
    await poll();
  });

  const quote = async (amount_cents = 1000) => {
    const { status, body } = await shop.as(buyer)(contract.createPayment, { body: { coin, amount_cents } });
    expect(status).toBe(201);
    return body.data;
  };
  type Quote = Awaited<ReturnType<typeof quote>>;
  const read = async ({ id }: Quote) => (await shop.as(buyer)(contract.getPayment, { params: { id } })).body.data;
  const available = () => balanceOf(shop.sql, { kind: 'available', owner_id: buyer.id });
  const owing = () => balanceOf(shop.sql, { kind: 'debt', owner_id: buyer.id });
  const creditsOf = ({ id }: Quote) => shop.sql`
    select (c.locked_units + c.current_units)::text as units from deposit_credits c join deposits d on d.id = c.deposit_id
    where d.payment_id = ${id} order by c.id`;
  const pay = ({ address, amount_units }: Quote) => core.pay(address, BigInt(amount_units));
  const mine = async (blocks: number) => {
    await core.mine(blocks);
    await poll();
  };

  test('a payment is seen, confirming n of m, and credited once, with its sender', async () => {
    const payment = await quote();
    expect(payment.uri).toMatch(
      coin === 'BTC' ? /^bitcoin:bcrt1q\w+\?amount=0\.\d+$/ : /^litecoin:rltc1q\w+\?amount=0\.\d+$/,
    );
    const { txid } = await pay(payment);
    await poll();
    expect(await read(payment)).toMatchObject({ status: 'seen', txids: [txid], confirmations_needed: depth });
    await mine(1);
    expect(await read(payment)).toMatchObject({ status: 'confirming', confirmations: 1 });
    await mine(depth - 2);
    expect(await read(payment)).toMatchObject({ status: 'confirming', confirmations: depth - 1, credited_cents: 0 });
    await mine(1);
    expect(await read(payment)).toMatchObject({ status: 'credited', credited_cents: 1000, txids: [txid] });
    await mine(3);
    expect(await available()).toBe(1000);
    const [deposit] = await shop.sql<
      { senders: string[] }[]
    >`select senders from deposits where payment_id = ${payment.id}`;
    expect(deposit!.senders).toEqual([expect.stringMatching(/^0014[0-9a-f]{40}$/)]);
  });

  test('one transaction that pays an address twice, and another buyer too, gives each what is theirs', async () => {
    const first = await quote();
    const owner = buyer;
    buyer = await shop.createUser({ tier: 2 });
    const other = await quote();
    const half = BigInt(first.amount_units) / 2n + 1n;
    const both = core.buildPayment([
      { address: first.address, units: half },
      { address: other.address, units: BigInt(other.amount_units) },
      { address: first.address, units: half },
    ]);
    await core.broadcast(both.hex);
    await mine(depth);
    expect(await available()).toBe(1000);
    buyer = owner;
    expect(await available()).toBeGreaterThanOrEqual(1000);
    expect(await read(first)).toMatchObject({ status: 'credited', received_units: `${half * 2n}`, txids: [both.txid] });
    expect(await creditsOf(first)).toEqual([{ units: `${half * 2n}` }]);
  });

  test('deposits of one output each, as earlier versions recorded them, are found again after a reorganisation', async () => {
    const payment = await quote();
    const half = BigInt(payment.amount_units) / 2n + 1n;
    const { address } = payment;
    const twice = core.buildPayment([
      { address, units: half },
      { address, units: half },
    ]);
    await core.broadcast(twice.hex);
    await mine(2);
    await shop.sql`
      update deposits set amount_units = ${`${half}`}, output_ns = null, output_units = null where payment_id = ${payment.id}`;
    await shop.sql`
      insert into deposits (coin, txid, n, key, user_id, payment_id, amount_units, senders, first_seen_at, required_depth, height, hash)
      select coin, txid, 1 - n, key, user_id, payment_id, amount_units, senders, first_seen_at, required_depth, height, hash
      from deposits where payment_id = ${payment.id}`;
    await core.reorganise(2);
    await poll();
    await core.broadcast(twice.hex).catch(() => {});
    await mine(depth);
    expect(await read(payment)).toMatchObject({ status: 'credited', received_units: `${half * 2n}` });
    expect(await creditsOf(payment)).toEqual([{ units: `${half}` }, { units: `${half}` }]);
  });

  test('a payment that a reorganisation drops and mines again in another block is credited once', async () => {
    const payment = await quote();
    const { hex } = await pay(payment);
    await mine(2);
    await core.reorganise(2);
    await poll();
    expect((await read(payment)).credited_cents).toBe(0);
    await core.broadcast(hex).catch(() => {});
    await mine(depth);
    expect(await read(payment)).toMatchObject({ status: 'credited', credited_cents: 1000 });
    await core.mine(1);
    expect(await available()).toBe(1000);
  });

  test('a double spend before the credit is never credited', async () => {
    const payment = await quote();
    const paid = await pay(payment);
    await mine(2);
    await core.reorganise(2, [core.conflictWith(paid)]);
    await mine(depth + 2);
    expect(await read(payment)).toMatchObject({ status: 'waiting', received_units: '0', credited_cents: 0 });
    expect(await available()).toBe(0);
  });

  // bcoin keeps the transaction it saw first: there the replacement arrives in a block.
  const replace = (hex: string) => (coin === 'LTC' ? core.broadcast(hex) : core.reorganise(0, [hex]));
  const seen = async () => {
    const payment = await quote();
    const paid = await pay(payment);
    await poll();
    expect((await read(payment)).status).toBe('seen');
    return { payment, paid };
  };
  /** Lets the quote expire and the rate fall by a tenth; from then on blocks carry the shop's time, not the real one. */
  const afterTheQuote = async () => {
    shop.clock.advance(21 * MINUTE_MS);
    await shop.sql`
      insert into rate_samples (coin, usd_e8, sources, at)
      select coin, usd_e8 * 0.9, '{test}', ${shop.clock.now()} from rate_samples where coin = ${coin} order by id desc limit 1`;
    const { adapter } = core.chain;
    const block: ChainAdapter['block'] = async (...asked) => {
      const found = await adapter.block(...asked);
      return found && { ...found, time: Math.floor(shop.clock.now().getTime() / 1000) };
    };
    poll = createWatch(shop.ctx, { ...core.chain, adapter: { ...adapter, block } });
  };
  afterEach(async () => {
    await refreshRates(shop.ctx, demoSources());
    poll = createWatch(shop.ctx, core.chain);
  });

  test('a payment replaced for a higher fee is not seen any more at the next look', async () => {
    const { payment, paid } = await seen();
    await replace(core.conflictWith(paid));
    await poll();
    expect(await read(payment)).toMatchObject({ status: 'waiting', txids: [] });
    await mine(depth);
    expect(await read(payment)).toMatchObject({ status: 'waiting', txids: [] });
  });

  test('a payment gets nothing of the time of one that was replaced, although it pays the same amount', async () => {
    const { payment, paid } = await seen();
    await replace(core.conflictWith(paid));
    await poll();
    await afterTheQuote();
    await pay(payment);
    await mine(depth);
    expect(await read(payment)).toMatchObject({ status: 'credited', credited_cents: 900 });
  });

  test('nor does the one that replaces it, which has a time of its own', async () => {
    const { payment, paid } = await seen();
    await afterTheQuote();
    const output = { address: payment.address, units: BigInt(payment.amount_units) };
    await replace(core.conflictWith(paid, [output]));
    await poll();
    expect((await read(payment)).txids).not.toContain(paid.txid);
    await mine(depth);
    expect(await read(payment)).toMatchObject({ status: 'credited', credited_cents: 900 });
  });

  test('a transaction that left the mempool and comes back begins anew', async () => {
    const { payment, paid } = await seen();
    const forgetful = { ...core.chain.adapter, hints: async () => [], isSpent: async () => false };
    const empty = createWatch(shop.ctx, { ...core.chain, adapter: forgetful });
    await empty();
    expect((await read(payment)).txids).toEqual([paid.txid]);
    shop.clock.advance(61_000);
    await empty();
    expect(await read(payment)).toMatchObject({ status: 'waiting', txids: [] });
    await afterTheQuote();
    await poll();
    expect(await read(payment)).toMatchObject({ status: 'seen', txids: [paid.txid] });
    await mine(depth);
    expect(await read(payment)).toMatchObject({ status: 'credited', credited_cents: 900 });
  });

  test('a double spend after the credit is taken back once the new branch is as deep', async () => {
    await core.mine(1);
    const payment = await quote();
    const paid = await pay(payment);
    await mine(depth);
    expect(await available()).toBe(1000);
    expect(await core.reorganise(depth, [core.conflictWith(paid)])).toBe(depth);
    await mine(depth + 1);
    expect([await available(), await owing()]).toEqual([0, 0]);
    expect((await read(payment)).credited_cents).toBe(0);
    expect((await verifyLedger(shop.sql)).problems).toEqual([]);
  });

  test('late, repeated and tiny payments are kept: none is lost, none is credited twice', async () => {
    const payment = await quote();
    shop.clock.advance(21 * MINUTE_MS);
    await refreshRates(shop.ctx, demoSources());
    await poll();
    expect((await read(payment)).status).toBe('expired');
    await pay(payment);
    await mine(depth);
    const once = await available();
    expect(once).toBeGreaterThan(980);
    await pay(payment);
    await core.pay(payment.address, coin === 'BTC' ? 700n : 7_000n);
    await mine(depth);
    const all = await read(payment);
    expect(BigInt(all.received_units)).toBeGreaterThan(BigInt(payment.amount_units) * 2n);
    expect(await available()).toBeGreaterThan(once * 2 - 20);
    expect(all.credited_cents).toBe(await available());
  });

  test('a block reward that a miner sends to a buyer waits for 100 confirmations', async () => {
    const payment = await quote();
    await core.mineTo(payment.address);
    await mine(98);
    expect(await read(payment)).toMatchObject({
      status: 'confirming',
      confirmations: 99,
      confirmations_needed: 100,
      credited_cents: 0,
    });
    await mine(1);
    // A full block reward exceeds everyone's limit: what fits is credited, the rest is held.
    const after = await read(payment);
    expect(after.credited_cents > 0 || after.status === 'held').toBe(true);
  });

  test('a dead block is still served, each node has other confirmations for it, and none of them is asked', async () => {
    const payment = await quote();
    await pay(payment);
    await mine(2);
    const dead = (await core.chain.adapter.hashAt((await core.height()) - 1))!;
    await core.reorganise(2);
    await poll();
    const served = await core.rpc.call<{ confirmations: number }>('getblock', [dead, 1]);
    // Core reports -1; bcoin goes on counting.
    expect(served.confirmations > 0).toBe(coin === 'BTC');
    expect((await read(payment)).confirmations).toBe(0);
    const [cursor] = await shop.sql`select hash from chain_cursors`;
    expect(cursor!.hash).toBe((await core.chain.adapter.tip()).hash);
  });

  // bcoin can't invalidate a block by itself.
  if (coin === 'LTC') {
    test('the very block that was dropped comes back, and its payment is credited once', async () => {
      const payment = await quote();
      await pay(payment);
      await mine(2);
      const dropped = await core.chain.adapter.hashAt((await core.height()) - 1);
      await core.rpc.call('invalidateblock', [dropped]);
      await poll();
      expect(await shop.sql`select state from chain_cursors`).toEqual([{ state: 'paused' }]);
      await core.rpc.call('reconsiderblock', [dropped]);
      await mine(depth);
      expect(await read(payment)).toMatchObject({ status: 'credited', credited_cents: 1000 });
      expect(await available()).toBe(1000);
    });
  }

  test('a node that was set back pauses the coin, and nothing is undone', async () => {
    const { adapter } = core.chain;
    const height = (await core.height()) - 3;
    const hash = (await adapter.hashAt(height))!;
    const behind: ChainAdapter = {
      ...adapter,
      tip: async () => ({ height, hash }),
      health: async () => ({ synced: true, tip: { height, hash }, tipAgeSeconds: 0 }),
      hashAt: async (at) => (at > height ? null : adapter.hashAt(at)),
      block: async (at, watched) => (at > height ? null : adapter.block(at, watched)),
    };
    await createWatch(shop.ctx, { ...core.chain, adapter: behind })();
    const [cursor] = await shop.sql`select height, state, reason_code from chain_cursors`;
    expect(cursor).toEqual({
      height: height + 3,
      state: 'paused',
      reason_code: 'node_behind',
    });
    await poll();
    expect(await shop.sql`select state from chain_cursors`).toEqual([{ state: 'following' }]);
  });
});
