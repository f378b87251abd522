import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { getHeld, listHeld, releasePayment } from '#contracts/coins/holds.ts';
import * as contract from '#contracts/coins/payments.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import { balanceOf } from '#platform/ledger/transfer.ts';
import { followDevChain, startDevChain } from '#tests/support/dev-chain.ts';
import { createTestShop, type TestUser } from '#tests/support/shop.ts';
import { createWatch } from '../../watcher/watch-chains.ts';
import { UNKNOWN_SENDER_CENTS } from '../credit/exceeds-unknown.ts';
import { loadSanctions } from './load-sanctions.ts';

const shop = await createTestShop();
const dev = await startDevChain();
const dir = mkdtempSync(join(tmpdir(), 'facevalue-list-'));
afterAll(() => rmSync(dir, { recursive: true }));
const { poll } = await followDevChain(shop.ctx, dev);
const [admin, other] = [await shop.createUser({ role: 'admin' }), await shop.createUser({ role: 'admin' })];
const nobody = `0x${'22'.repeat(20)}`;
let buyer: TestUser;

beforeEach(async () => {
  await list(nobody);
  buyer = await shop.createUser({ tier: 2 });
  await poll();
});

async function list(text: string) {
  const sanctions_file = join(dir, 'list.txt');
  writeFileSync(sanctions_file, text);
  await loadSanctions({ ...shop.ctx, config: { ...shop.config, sanctions_file } });
}
/** A node that tells nobody's traces; `possible` is who called contracts. */
const without = (possible: string[] = []) =>
  createWatch(shop.ctx, {
    ...dev.chain,
    adapter: { ...dev.chain.adapter, internalSenders: async () => ({ senders: [], possible }) },
  });
async function pay(amount_cents: number, watch: () => Promise<unknown> = poll) {
  const { body } = await shop.as(buyer)(contract.createPayment, { body: { coin: 'ETH', amount_cents } });
  await dev.sendInternally(body.data.address, BigInt(body.data.amount_units));
  await dev.mine(12);
  await watch();
  return body.data;
}
const read = async ({ id }: { id: string }) =>
  (await shop.as(buyer)(contract.getPayment, { params: { id } })).body.data;
const available = () => balanceOf(shop.sql, { kind: 'available', owner_id: buyer.id });
const depositOf = async ({ id }: { id: string }) =>
  (await shop.sql<{ id: string }[]>`select id from deposits where payment_id = ${id}`)[0]!.id;

test('a listed address that pays through a contract of its own is held', async () => {
  await list(dev.wallet);
  const payment = await pay(20_00);
  expect(await read(payment)).toMatchObject({ status: 'held', credited_cents: 0, holds: [{ reason: 'review' }] });
  expect(await available()).toBe(0);
});

test('so is one that pays through a listed contract, and one that may have, where the node does not tell', async () => {
  const payment = await pay(20_00);
  expect((await read(payment)).status).toBe('credited');
  const { body } = await shop.as(admin)(getHeld, { params: { id: await depositOf(payment) } });
  const [wallet, contractOnItsWay] = body.data.senders;
  expect(wallet).toBe(dev.wallet.toLowerCase());
  await list(contractOnItsWay!);
  expect((await read(await pay(20_00))).holds).toMatchObject([{ reason: 'review' }]);
  const possible = await pay(20_00, without([contractOnItsWay!, nobody]));
  expect((await read(possible)).holds).toMatchObject([{ reason: 'review' }]);
  const { data } = (await shop.as(admin)(getHeld, { params: { id: await depositOf(possible) } })).body;
  expect(data).toMatchObject({ senders: [], possible_senders: [contractOnItsWay, nobody], screening: 'hit' });
});

test('what unknown senders pay is credited up to 150 dollars in 30 days; beyond that a person releases it', async () => {
  const first = await pay(UNKNOWN_SENDER_CENTS - 50_00, without());
  expect(await read(first)).toMatchObject({ status: 'credited' });
  const second = await pay(50_01, without());
  expect(await read(second)).toMatchObject({
    status: 'held',
    credited_cents: 0,
    hold_reason: expect.stringMatching(/doesn't show who sent/),
  });
  const { reasons } = (await shop.as(admin)(listHeld, { query: { reason: 'unknown' } })).body;
  expect(reasons).toContainEqual({ value: 'unknown', label: 'Sender unknown', count: 1 });
  // Nor does it count less by what somebody with the shop's own database credentials can write.
  const paid_first = await depositOf(first);
  await shop.ctx.sql`
    insert into hold_decisions (deposit_id, decision, reason, hold_reason, actor_id, at)
    values (${paid_first}, 'release', 'because', 'unknown', ${admin.id}, ${shop.clock.now()})`;
  await shop.ctx.sql`update deposits set screening = 'clear' where id = ${paid_first}`;
  await dev.mine();
  await without()();
  expect(await read(second)).toMatchObject({ status: 'held' });
  const release = { params: { id: await depositOf(second) }, body: { reason: 'an exchange, by its receipt' } };
  for (const person of [admin, other]) {
    await shop.refresh(person);
    await shop.as(person)(releasePayment, release);
  }
  expect(await read(second)).toMatchObject({ status: 'credited' });
  // What a person let through counts no more.
  expect(await read(await pay(50_00, without()))).toMatchObject({ status: 'credited' });
  expect(await read(await pay(5_00, without()))).toMatchObject({ status: 'held' });
  shop.clock.advance(30 * DAY_MS + 1000);
  await shop.sql`insert into rate_samples (coin, usd_e8, sources, at) select coin, usd_e8, sources, ${shop.clock.now()} from rate_samples`;
  await dev.mine();
  await without()();
  expect(await available()).toBe(UNKNOWN_SENDER_CENTS + 50_01 + 5_00);
});

test('a known sender has no such limit, and without a list nobody is looked at', async () => {
  expect((await read(await pay(300_00))).status).toBe('credited');
  await shop.sql`delete from sanctioned_keys`;
  await shop.sql`update deposits set screened_list_id = null`;
  await shop.sql`delete from sanctions_lists`;
  expect((await read(await pay(300_00, without()))).status).toBe('credited');
});
