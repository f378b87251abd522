import { beforeAll, expect, test, vi } from 'vitest';
import { createPayment, getPayment } from '#contracts/coins/payments.ts';
import { refreshRates } from '#features/coins/rates/refresh-rates.ts';
import { demoSources } from '#features/coins/rates/tickers/demo-source.ts';
import { balanceOf } from '#platform/ledger/transfer.ts';
import { verifyLedger } from '#platform/ledger/verify-ledger.ts';
import { DEV_XPUB, followDevChain, startDevChain } from '#tests/support/dev-chain.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { run as chain } from './chain.ts';
import { run as xpub } from './xpub.ts';

const shop = await createTestShop();
const dev = await startDevChain();
let poll: () => Promise<void>;

beforeAll(async () => {
  ({ poll } = await followDevChain(shop.ctx, dev));
});

async function print(command: () => Promise<number>) {
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  try {
    const code = await command();
    return { code, text: written.mock.calls.map(([text]) => String(text)).join('') };
  } finally {
    written.mockRestore();
  }
}

test('xpub check prints the first three addresses of a key, without asking a node', async () => {
  const { code, text } = await print(() => xpub(shop.ctx, ['check', 'eth', DEV_XPUB]));
  expect(code).toBe(0);
  expect(text).toContain('0  0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266\n');
  expect(text).toContain('2  0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC\n');
  expect((await print(() => xpub(shop.ctx, ['check', 'ETH']))).text).toBe(text);
});

test.each([
  [
    [
      'check',
      'BTC',
      'zprvAdG4iTXWBoARxkkzNpNh8r6Qag3irQB8PzEMkAFeTRXxHpbF9z4QgEvBRmfvqWvGp42t42nvgGpNgYSJA9iefm1yYNZKEm7z6qUWCroSQnE',
    ],
    /private key/,
  ],
  [['check', 'DOGE', DEV_XPUB], /no coin DOGE/],
  [['check', 'LTC'], /LTC isn't set up here/],
  [['show', 'ETH'], /Usage: facevalue xpub check/],
])('xpub %j is refused', async (args, reason) => {
  await expect(xpub(shop.ctx, args)).rejects.toThrow(reason);
});

test('chain status tells cursor, node, indexes, what to import, unclaimed deposits and alerts; 1 when a coin is paused', async () => {
  const { code, text } = await print(() => chain(shop.ctx, ['status']));
  expect(code).toBe(0);
  const tip = await dev.chain.adapter.tip();
  expect(text).toContain('ETH  local Ethereum development chain  following\n');
  expect(text).toContain(`cursor    ${tip.height}  ${tip.hash}\n`);
  expect(text).toMatch(/node {6}\d+, lag 0, checked 20/);
  expect(text).toMatch(/import {4}xpub\S+\/0\/\* {2}range 0\.\.\d+\n/);
  expect(text).toContain('unclaimed 0 deposits, 0 ETH');
  await shop.sql`
    update chain_cursors set state = 'paused', reason_code = 'catching_up', reason_facts = '{"blocks": 12}'`;
  const paused = await print(() => chain(shop.ctx, ['status']));
  expect(paused).toMatchObject({ code: 1, text: expect.stringContaining('paused: 12 blocks have yet to be read.') });
  await poll();
  shop.clock.advance(61_000);
  const unwatched = await print(() => chain(shop.ctx, ['status']));
  expect(unwatched).toMatchObject({ code: 1, text: expect.stringContaining('paused: No worker is watching it.') });
  await refreshRates(shop.ctx, demoSources());
  await poll();
  expect((await print(() => chain(shop.ctx, ['status']))).code).toBe(0);
});

test('a rescan credits nothing twice, and finds what was missed', async () => {
  const user = await shop.createUser({ tier: 2 });
  const quote = async () =>
    (await shop.as(user)(createPayment, { body: { coin: 'ETH', amount_cents: 1000 } })).body.data;
  const owned = () => balanceOf(shop.sql, { kind: 'available', owner_id: user.id });
  const { height: from } = await dev.chain.adapter.tip();
  const first = await quote();
  await dev.send(first.address, BigInt(first.amount_units));
  await dev.mine(15);
  await poll();
  await dev.sweep(first.address, BigInt(first.amount_units) / 2n);
  const second = await quote();
  await dev.sendInternally(second.address, BigInt(second.amount_units));
  await dev.mine(15);
  await poll();
  expect(await owned()).toBe(2000);
  const third = await quote();
  await dev.send(third.address, BigInt(third.amount_units));
  await dev.mine(15);
  await poll();
  // As if it had never been seen.
  await shop.sql.begin(async (sql) => {
    await sql`set local session_replication_role = replica`;
    await sql`delete from deposit_credits where deposit_id in (select id from deposits where payment_id = ${third.id})`;
    await sql`delete from seen_hints where payment_id = ${third.id}`;
    await sql`delete from deposits where payment_id = ${third.id}`;
  });
  const before = await owned();
  const { code } = await print(() => chain(shop.ctx, ['rescan', 'ETH', `${from}`]));
  expect(code).toBe(0);
  // The ledger still holds the lost row's entry: the deposit must not be booked again when it is found.
  await poll();
  expect(await owned()).toBe(before);
  expect((await verifyLedger(shop.sql)).problems).toEqual([]);
  const status = async ({ id }: { id: string }) =>
    (await shop.as(user)(getPayment, { params: { id } })).body.data.status;
  expect([await status(first), await status(second)]).toEqual(['credited', 'credited']);
  const [cursor] = await shop.sql`select state, reason_code from chain_cursors`;
  expect(cursor).toEqual({ state: 'following', reason_code: null });
  const [found] = await shop.sql`select height from deposits where payment_id = ${third.id}`;
  expect(found).toMatchObject({ height: expect.any(Number) });
});

test('a reorganisation below the kept history is over after a rescan from below it: what it took is taken back', async () => {
  const user = await shop.createUser({ tier: 2 });
  const { body } = await shop.as(user)(createPayment, { body: { coin: 'ETH', amount_cents: 1000 } });
  await dev.send(body.data.address, BigInt(body.data.amount_units));
  await dev.mine(14);
  await poll();
  const { height } = await dev.chain.adapter.tip();
  await shop.sql`delete from chain_blocks where height < ${height - 2}`;
  await dev.reorganise(16);
  await dev.mine(14);
  await poll();
  const [halted] = await shop.sql`select state, reason_code from chain_cursors`;
  expect(halted).toEqual({ state: 'paused', reason_code: 'deep_reorganisation' });
  const [alert] = await shop.sql`select resolved_at from alerts where kind = 'chain.halted'`;
  expect(alert).toEqual({ resolved_at: null });
  await print(() => chain(shop.ctx, ['rescan', 'ETH', `${height - 20}`]));
  await poll();
  const [going] = await shop.sql`select state, reason_code from chain_cursors`;
  expect(going).toEqual({ state: 'following', reason_code: null });
  const [closed] = await shop.sql`select resolved_at from alerts where kind = 'chain.halted'`;
  expect(closed!.resolved_at).not.toBeNull();
  const owned = await balanceOf(shop.sql, { kind: 'available', owner_id: user.id });
  expect(owned).toBe(0);
  const reversed =
    await shop.sql`select from audit_entries where action = 'payment.reversed' and subject = ${body.data.id}`;
  expect(reversed).toHaveLength(1);
});

test.each([
  [['rescan', 'ETH', '999999'], /give a height below that/],
  [['rescan', 'BTC', '1'], /BTC isn't set up/],
  [['rescan', 'ETH', 'all'], /Usage: facevalue chain/],
  [['dance'], /Usage: facevalue chain/],
])('chain %j is refused', async (args, reason) => {
  await expect(chain(shop.ctx, args)).rejects.toThrow(reason);
});
