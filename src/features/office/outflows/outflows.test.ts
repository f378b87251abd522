import { randomBytes } from 'node:crypto';
import { bech32 } from '@scure/base';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import * as payments from '#contracts/coins/payments.ts';
import type { Coin } from '#contracts/coins.ts';
import { getReconciliation } from '#contracts/office/books.ts';
import * as contract from '#contracts/office/outflows.ts';
import { listAlerts } from '#contracts/oversight/alerts.ts';
import { DAY_MS, HOUR_MS } from '#contracts/time-units.ts';
import { usualDepth } from '#features/coins/deposits/required-depth.ts';
import { refreshRates } from '#features/coins/rates/refresh-rates.ts';
import { demoSources } from '#features/coins/rates/tickers/demo-source.ts';
import { createWatch } from '#features/coins/watcher/watch-chains.ts';
import { checkEvidence } from '#features/oversight/audit/verification/check-evidence.ts';
import { addressKey } from '#platform/chain/address-key.ts';
import { RpcError } from '#platform/chain/rpc/json-rpc.ts';
import { FIRST_ID } from '#platform/db/verify-all.ts';
import { sealRow } from '#platform/vault/row-seal.ts';
import { startDevChain } from '#tests/support/dev-chain.ts';
import { expectForgedRowAlert } from '#tests/support/forged-row-alert.ts';
import { createTestShop, type TestUser } from '#tests/support/shop.ts';
import { startCoreChain } from '#tests/support/worlds/core-chain.ts';
import { litecoinKey } from '#tests/support/worlds/dev-keys.ts';
import { outflowEvidence } from './outflow-evidence.ts';
import { feeOf } from './transactions/read-transactions.ts';
import { watchOutflows } from './watch-outflows.ts';

const shop = await createTestShop();
const { sql } = shop;
const [dev, core] = await Promise.all([startDevChain(), startCoreChain('LTC')]);
const watches: (() => Promise<boolean>)[] = [];
const FEE = '4000';
const payerUser = await shop.createUser({ role: 'admin', duties: ['payouts'] });
const payer = shop.as(payerUser);
const auditor = shop.as(await shop.createUser({ role: 'admin', duties: ['auditor'] }));
let buyer: TestUser;

beforeAll(async () => {
  Object.assign(shop.ctx.chains, { ETH: dev.chain, LTC: core.chain });
  watches.push(createWatch(shop.ctx, dev.chain), createWatch(shop.ctx, core.chain));
  await refreshRates(shop.ctx, demoSources());
  await poll();
});
// A buyer of its own for each, since what one person pays in is limited.
beforeEach(async () => {
  shop.clock.advance(1000);
  buyer = await shop.createUser({ tier: 2 });
});

async function poll() {
  for (const watch of watches) await watch();
}
/** Mines until everything is deep enough, on both chains, and has the watcher read it. */
async function settle() {
  await dev.mine(usualDepth('ETH'));
  await core.mine(usualDepth('LTC'));
  await poll();
  await poll();
}
async function pay(coin: Coin) {
  const { body } = await shop.as(buyer)(payments.createPayment, { body: { coin, amount_cents: 2000 } });
  const { id, address, amount_units } = body.data;
  if (coin === 'ETH') await dev.send(address, BigInt(amount_units));
  else await core.pay(core.localAddress(address), BigInt(amount_units));
  await settle();
  const [deposit] = await sql<{ id: string; txid: string; n: number; units: string; index: number }[]>`
    select d.id, d.txid, d.n, d.amount_units as units, a.index from deposits d
    join deposit_addresses a on a.coin = d.coin and a.key = d.key where d.payment_id = ${id}`;
  return { address, ...deposit! };
}
/** A litecoin payment that the operator's wallet moves on, read and deep enough. */
async function swept(others: { address: string; units: bigint }[] = []) {
  const { txid, n, units, index } = await pay('LTC');
  const away = await core.sweep({ txid, index: n, units: BigInt(units) }, litecoinKey(index), others);
  await settle();
  return { txid: away, units, outflow: await found(away) };
}
const list = async (query: object = {}) => (await auditor(contract.listOutflows, { query })).body;
const found = async (txid: string) => (await list()).data.find((one) => one.txid === txid)!;
const read = async ({ id }: { id: number }) =>
  (await auditor(contract.getOutflow, { params: { id: String(id) } })).body.data;
const label = (by: typeof payer, { id }: { id: number }, body: object) =>
  by(contract.labelOutflow, { params: { id: String(id) }, body: body as never });
const alerts = async () =>
  (await auditor(listAlerts)).body.data
    .filter(({ kind, resolved_at }) => kind === 'outflows.unlabelled' && resolved_at === null)
    .map(({ subject }) => subject);

test('an outflow stands in the list at once, and its fee and where it went once its block is deep enough', async () => {
  const { txid, n, units, index } = await pay('LTC');
  const away = await core.sweep({ txid, index: n, units: BigInt(units) }, litecoinKey(index));
  await core.mine(1);
  await poll();
  await watchOutflows(shop.ctx);
  const outflow = await found(away);
  expect(outflow).toMatchObject({ coin: 'LTC', amount_units: units, fee_units: null, mined_at: null, label: null });
  expect(await read(outflow)).toMatchObject({ paid: null, labels: [] });
  await settle();
  await watchOutflows(shop.ctx);
  const known = await read(outflow);
  expect(known).toMatchObject({ fee_units: FEE, mined_at: expect.any(String), taken: [{ units }] });
  expect(known.paid).toEqual([
    { address: expect.stringMatching(/^rltc1/), units: String(BigInt(units) - 4000n), whose: 'other' },
  ]);
});

test('of Ether, the fee is what the gas cost', async () => {
  const { address, units } = await pay('ETH');
  const moved = BigInt(units) / 2n;
  const txid = await dev.sweep(address, moved);
  await settle();
  await watchOutflows(shop.ctx);
  const outflow = await read(await found(txid));
  expect(BigInt(outflow.amount_units) - BigInt(outflow.fee_units!)).toBe(moved);
  expect(outflow.paid).toEqual([{ address: expect.any(String), units: String(moved), whose: 'other' }]);
});

test.each([
  ['with a foreign input', { txid: 't', inputs: 2, paid: [{ key: 'a', amount: 5n }], fee: null }, null],
  ['of which the chain hides a part', { txid: 't', inputs: 1, paid: null, fee: null }, null],
  [
    'that pays more than is known to have left',
    { txid: 't', inputs: 1, paid: [{ key: 'a', amount: 11n }], fee: null },
    null,
  ],
  ['of our inputs alone', { txid: 't', inputs: 1, paid: [{ key: 'a', amount: 7n }], fee: null }, 3n],
  ['of which the chain says what it cost', { txid: 't', inputs: 1, paid: [], fee: 9n }, 9n],
])('the fee of a transaction %s is not guessed', (_what, spending, fee) => {
  expect(feeOf({ outflows: 1, units: '10' }, spending)).toBe(fee);
});

test('a label says what an outflow was for; a later one counts, and both stay', async () => {
  const { outflow } = await swept();
  expect((await list()).data[0], 'what has no label comes first').toMatchObject({ label: null });
  expect((await label(payer, outflow, { label: 'fee', reason: null })).status).toBe(200);
  shop.clock.advance(1000);
  const { body } = await label(payer, outflow, { label: 'cold_wallet', reason: 'Vault of the bank' });
  expect(body.data).toMatchObject({ label: 'cold_wallet', reason: 'Vault of the bank' });
  expect(body.data.labels.map((one) => one.label)).toEqual(['cold_wallet', 'fee']);
  expect((await list({ label: 'cold_wallet' })).data.map(({ id }) => id)).toEqual([outflow.id]);
  expect((await list({ label: 'fee' })).data).toEqual([]);
  expect((await list({ label: 'none' })).data.map(({ id }) => id)).not.toContain(outflow.id);
  expect((await list({ coin: 'BTC' })).data).toEqual([]);
  const [audit] = await sql`
    select details from audit_entries where action = 'outflow.labelled' and subject = ${body.data.labels[0]!.id}`;
  expect(audit).toEqual({
    details: { coin: 'LTC', txid: outflow.txid, label: 'cold_wallet', reason: 'Vault of the bank' },
  });
});

test('every page of the list has other outflows, forwards and back', async () => {
  await swept();
  const all = (await list()).data.map(({ id }) => id);
  const page = (link: string | null) =>
    list(Object.fromEntries(new URLSearchParams(link?.split('?')[1] ?? 'per_page=1')));
  const first = await page(null);
  const second = await page(first.links.next);
  expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(all.slice(0, 2));
  expect((await page(second.links.prev)).data).toEqual(first.data);
});

test('labels that say nothing, and people who may not, are refused', async () => {
  const { outflow } = await swept();
  const other = await label(payer, outflow, { label: 'other', reason: null });
  expect([other.status, Object.keys(other.body.errors ?? {})]).toEqual([422, ['reason']]);
  expect((await label(payer, outflow, { label: 'lost', reason: null })).status).toBe(422);
  expect((await label(payer, { id: 999_999 }, { label: 'fee', reason: null })).status).toBe(404);
  expect((await label(auditor, outflow, { label: 'fee', reason: null })).status).toBe(403);
  expect((await label(payer, outflow, { label: 'other', reason: 'Moved to the exchange' })).status).toBe(200);
  expect((await label(payer, outflow, { label: 'other', reason: 'Moved to the exchange' })).status).toBe(409);
  for (const duties of [['support'], ['importer'], ['publisher']]) {
    const nobody = shop.as(await shop.createUser({ role: 'admin', duties }));
    expect((await nobody(contract.listOutflows)).status).toBe(403);
    expect((await nobody(contract.exportOutflows)).status).toBe(403);
    expect((await nobody(contract.getOutflow, { params: { id: String(outflow.id) } })).status).toBe(403);
  }
  expect((await shop.as(null)(contract.listOutflows)).status).toBe(401);
});

/** Writes rows as if their decisions had been made: what they cause is tested where they are made. */
const asDecided = (write: (tx: typeof sql) => PromiseLike<unknown>) =>
  sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await write(tx as unknown as typeof sql);
  });
const returned = (txid: string, address: string, cents = 2000) =>
  asDecided(
    (tx) => tx`
      insert into top_up_returns (user_id, deposit_id, coin, address, amount_cents, state, created_by, created_at, txid,
        paid_by, paid_at)
      select user_id, id, coin, ${address}, ${cents}, 'paid', user_id, now(), ${txid}, user_id, now()
      from deposits d where coin = 'LTC' and not exists (select from top_up_returns where deposit_id = d.id) limit 1`,
  );
const paidOut = (txid: string, units: string) =>
  asDecided(async (tx) => {
    const [payout] = await tx<[{ id: string; facts: string }]>`
      insert into seller_payouts (seller_id, destination_id, amount_cents, state, created_by, created_at, reference, paid_by,
        paid_at, sent_currency, sent_units, fee_units)
      values (uuidv7(), uuidv7(), 100, 'paid', ${buyer.id}, now(), ${txid}, ${buyer.id}, now(), 'LTC', ${units}, 0)
      returning id, sealed_facts(seller_payouts) as facts`;
    await sealRow(shop.ctx.vault, tx, 'seller_payouts', payout);
  });

test('a top-up that went back is a refund, if the transaction pays the address that it went to', async () => {
  const [{ outflow }, other] = [await swept(), await swept()];
  await watchOutflows(shop.ctx);
  const [to] = (await read(outflow)).paid!;
  await returned(outflow.txid, to!.address);
  await returned(other.txid, other.outflow.txid.slice(0, 40));
  await watchOutflows(shop.ctx);
  const refund = await read(outflow);
  expect(refund).toMatchObject({ label: 'refund', labelled_by: null, paid: [{ whose: 'refund' }] });
  expect(refund.records).toEqual([{ kind: 'refund', id: expect.any(String), amount_cents: 2000, seller_id: null }]);
  expect(await read(other.outflow)).toMatchObject({ label: null, records: [{ kind: 'refund' }] });
  await watchOutflows(shop.ctx);
  expect((await read(outflow)).labels).toHaveLength(1);
});

test('a payout is one, if the transaction pays what the payout sent; what is two things at once is left to a person', async () => {
  const [{ outflow, units }, other, both] = [await swept(), await swept(), await swept()];
  await watchOutflows(shop.ctx);
  const sent = String(BigInt(units) - 4000n);
  await paidOut(outflow.txid, sent);
  await paidOut(other.txid, '1');
  await paidOut(both.txid, String(BigInt(both.units) - 4000n));
  await returned(both.txid, (await read(both.outflow)).paid![0]!.address);
  await watchOutflows(shop.ctx);
  expect(await read(outflow)).toMatchObject({ label: 'payout', records: [{ kind: 'payout' }] });
  expect(await read(other.outflow)).toMatchObject({ label: null });
  expect(await read(both.outflow)).toMatchObject({ label: null });
});

const STRANGER = bech32.encode('rltc', [0, ...bech32.toWords(randomBytes(20))]);
/** One transaction that pays the buyer or the seller, and something to another address. */
async function sweptWith(address: string) {
  const one = await swept([{ address, units: 1_000_000n }]);
  await watchOutflows(shop.ctx);
  const paid = (await read(one.outflow)).paid!;
  return {
    ...one,
    main: paid.find((each) => each.address !== address)!,
    beside: paid.find((each) => each.address === address)!,
  };
}

test('a theft that travels with a true refund or payout is left to a person; change of our own wallet is none', async () => {
  const [change] = core.chain.changeKeys();
  const own = core.chain.addressOf(change!)!;
  for (const [beside, labels] of [
    [STRANGER, [null, null]],
    [own, ['refund', 'payout']],
  ] as const) {
    const [refund, payout] = [await sweptWith(beside), await sweptWith(beside)];
    await returned(refund.txid, refund.main.address);
    await paidOut(payout.txid, payout.main.units);
    await watchOutflows(shop.ctx);
    expect([(await read(refund.outflow)).label, (await read(payout.outflow)).label]).toEqual(labels);
  }
});

test('a refund that is worth more than what went back is left to a person', async () => {
  const { outflow } = await swept();
  await watchOutflows(shop.ctx);
  await returned(outflow.txid, (await read(outflow)).paid![0]!.address, 1500);
  await watchOutflows(shop.ctx);
  expect((await read(outflow)).label).toBeNull();
});

test('neither a payout nor an address of ours that was written past the shop explains where coins went', async () => {
  const [payout, own] = [await swept(), await sweptWith(STRANGER)];
  await watchOutflows(shop.ctx);
  await paidOut(payout.txid, '1');
  await sql`update seller_payouts set sent_units = ${String(BigInt(payout.units) - 4000n)} where reference = ${payout.txid}`;
  await sql`
    insert into derived_keys (account_id, coin, index, key, mac)
    select id, 'LTC', 1000000, ${addressKey(STRANGER)}, sha256('forged') from xpub_accounts where coin = 'LTC' limit 1`;
  await returned(own.txid, own.main.address);
  await watchOutflows(shop.ctx);
  expect([(await read(payout.outflow)).label, (await read(own.outflow)).label]).toEqual([null, null]);
  await expectForgedRowAlert(shop, `seller_payouts:${(await read(payout.outflow)).records[0]!.id}`);
  await sql`delete from derived_keys where index = 1000000`;
});

test('a label or a destination that was written past the shop is named', async () => {
  const { outflow } = await swept();
  await watchOutflows(shop.ctx);
  await label(payer, outflow, { label: 'fee', reason: null });
  const problems = async (source: number) =>
    (await checkEvidence(shop.ctx, outflowEvidence, { source, after: FIRST_ID })).problems;
  expect([await problems(0), await problems(1)]).toEqual([[], []]);
  await asDecided((tx) => tx`update outflow_transactions set fee_units = 0 where id = ${outflow.id}`);
  await asDecided((tx) => tx`update outflow_labels set label = 'payout' where txid = ${outflow.txid}`);
  expect(await problems(0)).toEqual([expect.stringContaining('was written past the shop')]);
  expect(await problems(1)).toEqual([expect.stringContaining('was written past the shop')]);
  await asDecided((tx) => tx`update outflow_labels set label = 'fee' where txid = ${outflow.txid}`);
  await asDecided((tx) => tx`update outflow_transactions set fee_units = ${FEE} where id = ${outflow.id}`);
});

test('a label of a new outflow that was written past the shop is named within the hour', async () => {
  const { outflow } = await swept();
  const [forged] = await shop.ctx.sql<{ id: string }[]>`
    insert into outflow_labels (coin, txid, label, at, mac)
    values ('LTC', ${outflow.txid}, 'fee', now(), sha256('forged')) returning id`;
  await watchOutflows(shop.ctx);
  await expectForgedRowAlert(shop, `outflow_labels:${forged!.id}`);
  await asDecided((tx) => tx`delete from outflow_labels where id = ${forged!.id}`);
});

test('a reading is written once, and labels only grow', async () => {
  const { outflow } = await swept();
  await watchOutflows(shop.ctx);
  await label(payer, outflow, { label: 'fee', reason: null });
  await expect(sql`update outflow_transactions set fee_units = 1 where id = ${outflow.id}`).rejects.toThrow('stays');
  await expect(sql`delete from outflow_transactions where id = ${outflow.id}`).rejects.toThrow('append-only');
  await expect(sql`update outflow_labels set label = 'payout' where txid = ${outflow.txid}`).rejects.toThrow(
    'append-only',
  );
  await expect(sql`delete from outflow_labels where txid = ${outflow.txid}`).rejects.toThrow('append-only');
  await expect(sql`
    insert into outflow_labels (coin, txid, label, at, mac) values ('LTC', ${outflow.txid}, 'other', now(), sha256('a'))`).rejects.toThrow(
    'outflow_labels_say_why',
  );
});

test('a node that has pruned a block leaves that unknown, and one that is away everything', async () => {
  const [older, newer] = [await swept(), await swept()];
  const { adapter } = core.chain;
  const failing = (reason: 'rpc' | 'unreachable') => ({
    ...core.chain,
    adapter: {
      ...adapter,
      spendings: (height: number, txids: ReadonlySet<string>) =>
        height === newer.outflow.height ? Promise.reject(new RpcError(reason, 'no')) : adapter.spendings(height, txids),
    },
  });
  const fees = async () => [(await read(older.outflow)).fee_units, (await read(newer.outflow)).fee_units];
  shop.ctx.chains.LTC = failing('unreachable');
  await watchOutflows(shop.ctx);
  expect(await fees()).toEqual([null, null]);
  shop.ctx.chains.LTC = failing('rpc');
  await watchOutflows(shop.ctx);
  expect(await fees()).toEqual([FEE, null]);
  shop.ctx.chains.LTC = core.chain;
  await watchOutflows(shop.ctx);
  expect(await fees()).toEqual([FEE, FEE]);
});

test('what went to our own wallet alone is labelled by its fee', async () => {
  const { txid, n, units, index } = await pay('LTC');
  const [, change] = core.chain.changeKeys();
  const away = await core.sweep({ txid, index: n, units: BigInt(units) }, litecoinKey(index), [
    { address: core.chain.addressOf(change!)!, units: BigInt(units) - 10_000n },
  ]);
  await settle();
  const { amount_units, id } = await found(away);
  expect(amount_units).toBe('10000');
  const [stored] = await sql<{ paid: [string, string][] }[]>`select paid from outflow_transactions where id = ${id}`;
  expect(stored!.paid, 'not read yet').toBeNull();
  await watchOutflows(shop.ctx);
  const { paid, label: said } = await read({ id });
  expect([said, paid!.map(({ whose }) => whose)]).toEqual([null, ['other', 'own']]);
  const whole = await pay('LTC');
  const kept = await core.sweepTo(
    { txid: whole.txid, index: whole.n, units: BigInt(whole.units) },
    litecoinKey(whole.index),
    change!,
  );
  await settle();
  await watchOutflows(shop.ctx);
  expect(await read(await found(kept))).toMatchObject({ amount_units: FEE, label: 'fee', labelled_by: null });
});

const labelAll = (by: typeof payer, body: object) => by(contract.labelOutflows, { body: body as never });

test('several outflows are labelled at once, and those that say so already stay as they are', async () => {
  const [one, other] = [await swept(), await swept()];
  const ids = [one.outflow.id, other.outflow.id];
  await label(payer, one.outflow, { label: 'cold_wallet', reason: 'Weekly sweep' });
  shop.clock.advance(1000);
  const said = { label: 'cold_wallet', reason: 'Weekly sweep' };
  const { status, body } = await labelAll(payer, { ids: [...ids, ids[1]], ...said });
  expect([status, body.data]).toEqual([200, { labelled: 1 }]);
  expect((await read(one.outflow)).labels).toHaveLength(1);
  expect(await read(other.outflow)).toMatchObject({ ...said, labelled_by: payerUser.username });
  const [audit] = await sql`
    select count(*) from audit_entries where action = 'outflow.labelled' and details ->> 'txid' = ${other.txid}`;
  expect(audit).toEqual({ count: 1 });
  expect((await labelAll(payer, { ids, label: 'other', reason: null })).body.errors).toHaveProperty('reason');
  expect((await labelAll(payer, { ids: [], ...said })).status).toBe(422);
  expect((await labelAll(payer, { ids: Array.from({ length: 101 }, (_, id) => id + 1), ...said })).status).toBe(422);
  expect((await labelAll(payer, { ids: [ids[0], 999_999], label: 'fee', reason: null })).status).toBe(404);
  expect(await read(one.outflow), 'all or none').toMatchObject({ label: 'cold_wallet' });
  expect((await labelAll(payer, { ids, label: 'before_record', reason: 'Long ago' })).status).toBe(422);
  expect((await labelAll(auditor, { ids, ...said })).status).toBe(403);
});

test('outflows from before the record are labelled by one decision of two people', async () => {
  const people = await Promise.all(
    ['payouts', 'approver', 'approver'].map((duty) => shop.createUser({ role: 'admin', duties: [duty] })),
  );
  const [payouts, approver, another] = people.map((person) => shop.as(person)) as [
    typeof payer,
    typeof payer,
    typeof payer,
  ];
  const earlier = async (by = approver) => (await by(contract.getEarlierOutflows)).body.data;
  const propose = (by: typeof payer) =>
    by(contract.proposeEarlierOutflows, { body: { reason: 'Nobody wrote it down' } });
  const decide = async (by: typeof payer, decision: 'approved' | 'rejected' = 'approved') =>
    by(contract.decideEarlierOutflows, {
      body: { proposal_id: (await earlier()).proposal!.id, decision, reason: 'Compared with our books' },
    });
  expect(await earlier()).toEqual({ total: 0, sums: [], proposal: null });
  expect((await propose(payouts)).status).toBe(409);
  const [one, other, later] = [await swept(), await swept(), await swept()];
  for (const { txid } of [one, other])
    await asDecided(
      (tx) => tx`
        update outflow_transactions
        set noted_at = (select min(applied_at) from schema_migrations where name like '0032%')
        where txid = ${txid}`,
    );
  expect((await list()).meta).toMatchObject({ earlier: 2 });
  const units = String(BigInt(one.units) + BigInt(other.units));
  expect(await earlier()).toEqual({ total: 2, sums: [{ coin: 'LTC', transactions: 2, units }], proposal: null });
  expect((await propose(auditor)).status).toBe(403);
  expect((await propose(approver)).status).toBe(204);
  expect((await propose(payouts)).status, 'one at a time').toBe(409);
  expect((await decide(approver)).status).toBe(403);
  expect((await decide(payouts)).status).toBe(403);
  await label(payer, one.outflow, { label: 'fee', reason: null });
  expect((await earlier()).proposal).toMatchObject({ fits: false });
  expect((await decide(another)).status, 'about others by now').toBe(409);
  expect((await decide(another, 'rejected')).status).toBe(204);
  expect((await propose(approver)).status).toBe(204);
  expect((await decide(another)).status).toBe(204);
  expect(await read(other.outflow)).toMatchObject({ label: 'before_record', reason: 'Compared with our books' });
  expect([await earlier(), (await read(later.outflow)).label]).toEqual([{ total: 0, sums: [], proposal: null }, null]);
  const evidence = async () =>
    (await checkEvidence(shop.ctx, outflowEvidence, { source: 1, after: FIRST_ID })).problems;
  expect(await evidence()).toEqual([]);
  await asDecided(
    (tx) => tx`update proposals set decided_at = now() + interval '1 day' where kind = 'outflow.earlier'`,
  );
  expect(await evidence()).toEqual([expect.stringContaining('was agreed by nobody')]);
  await asDecided((tx) => tx`update proposals set decided_at = proposed_at where kind = 'outflow.earlier'`);
});

test('the sums of all labels are what moved away, and the file has a line for each outflow', async () => {
  await watchOutflows(shop.ctx);
  const { coins, outflows } = (await auditor(getReconciliation)).body.data;
  for (const { coin, moved_units } of coins.filter(({ moved_units: units }) => units !== '0')) {
    const parts = outflows.filter((one) => one.coin === coin);
    expect([coin, String(parts.reduce((sum, { units }) => sum + BigInt(units), 0n))]).toEqual([coin, moved_units]);
  }
  const fees = outflows.find((one) => one.coin === 'LTC' && one.label === 'fee')!;
  expect(fees).toMatchObject({ fee_units: String(4000 * fees.transactions), unknown_fees: 0 });
  expect(fees.worth_cents).toBeGreaterThan(0);
  const file = String((await auditor(contract.exportOutflows, { query: { label: 'fee' } })).body)
    .trimEnd()
    .split('\r\n');
  expect(file[0]).toBe('recorded_at,mined_at,coin,transaction,block,amount,fee,label,reason,labelled_at,labelled_by');
  expect(file).toHaveLength(1 + (await list({ label: 'fee' })).data.length);
  expect(file[1]).toMatch(/,LTC,[0-9a-f]{64},\d+,0\.\d+,0\.00004,fee,,/);
  const [audit] = await sql`select details from audit_entries where action = 'outflows.exported'`;
  expect(audit).toEqual({ details: { label: 'fee' } });
});

test('an outflow that a reorganisation took away is not in the list, and is again once it is mined anew', async () => {
  const { txid, n, units, index } = await pay('LTC');
  const away = await core.sweep({ txid, index: n, units: BigInt(units) }, litecoinKey(index));
  const raw = await core.rpc.call<string>('getrawtransaction', [away]);
  await core.mine(1);
  await poll();
  const { id } = await found(away);
  await core.reorganise(1);
  await poll();
  expect(await found(away)).toBeUndefined();
  await core.broadcast(raw).catch(() => undefined);
  await settle();
  expect(await found(away)).toMatchObject({ id });
});

// Rates and proofs of identity are old afterwards: this comes last.
test('what nobody labels for a day raises an alert until somebody does', async () => {
  const { outflow } = await swept();
  for (const one of (await list({ label: 'none' })).data)
    if (one.id !== outflow.id) await label(payer, one, { label: 'fee', reason: null });
  await watchOutflows(shop.ctx);
  expect(await alerts()).toEqual([]);
  shop.clock.advance(DAY_MS + HOUR_MS);
  await shop.refresh(payerUser);
  await watchOutflows(shop.ctx);
  expect(await alerts()).toEqual(['LTC']);
  await label(payer, outflow, { label: 'cold_wallet', reason: null });
  await watchOutflows(shop.ctx);
  expect(await alerts()).toEqual([]);
});
