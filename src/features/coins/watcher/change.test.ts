import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createPayment } from '#contracts/coins/payments.ts';
import { getReconciliation } from '#contracts/office/books.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import { readDisposals } from '#features/office/cost-basis/tax-lots/read-disposals.ts';
import { checkEvidence } from '#features/oversight/audit/verification/check-evidence.ts';
import { FIRST_ID } from '#platform/db/verify-all.ts';
import { createTestShop, type TestUser } from '#tests/support/shop.ts';
import { startCoreChain } from '#tests/support/worlds/core-chain.ts';
import { litecoinKey } from '#tests/support/worlds/dev-keys.ts';
import { usualDepth } from '../deposits/required-depth.ts';
import { refreshRates } from '../rates/refresh-rates.ts';
import { demoSources } from '../rates/tickers/demo-source.ts';
import { checkCoins } from './check-coins.ts';
import { feature } from './feature.ts';
import { createWatch } from './watch-chains.ts';

const shop = await createTestShop();
const { sql } = shop;
const core = await startCoreChain('LTC');
const auditor = shop.as(await shop.createUser({ role: 'admin', duties: ['auditor'] }));
const CHANGE = 1_000_000n;
const keys = [...core.chain.changeKeys()];
let poll: () => Promise<boolean>;
let buyer: TestUser;
/** The next address for change: no wallet uses one twice. */
let next = 0;

beforeAll(async () => {
  shop.ctx.chains.LTC = core.chain;
  poll = createWatch(shop.ctx, core.chain);
  await refreshRates(shop.ctx, demoSources());
  await poll();
});
beforeEach(async () => {
  buyer = await shop.createUser({ tier: 2 });
});

const settled = async () => {
  await core.mine(usualDepth('LTC'));
  await poll();
  await poll();
};
async function paid() {
  const { body } = await shop.as(buyer)(createPayment, { body: { coin: 'LTC', amount_cents: 2000 } });
  const { id, address, amount_units } = body.data;
  await core.pay(core.localAddress(address), BigInt(amount_units));
  await settled();
  const [deposit] = await sql<{ txid: string; n: number; units: string; index: number }[]>`
    select d.txid, d.n, d.amount_units as units, a.index from deposits d
    join deposit_addresses a on a.coin = d.coin and a.key = d.key where d.payment_id = ${id}`;
  return deposit!;
}
/** The operator sends a deposit away, less what comes back as change: the second output. */
async function swept() {
  const { txid, n, units, index } = await paid();
  const address = core.chain.addressOf(keys[next++]!)!;
  const away = await core.sweep({ txid, index: n, units: BigInt(units) }, litecoinKey(index), [
    { address, units: CHANGE },
  ]);
  return { txid: away, units: BigInt(units), change: { txid: away, index: 1, units: CHANGE }, place: next - 1 };
}
const holding = async () => {
  const { body } = await auditor(getReconciliation);
  expect(body.data.explained.filter(({ reason }) => reason === 'unexplained')).toEqual([]);
  return body.data.coins.find(({ coin }) => coin === 'LTC')!;
};
async function moved<T>(act: () => Promise<T>): Promise<{ moved: bigint; on_addresses: bigint; result: T }> {
  const before = await holding();
  const result = await act();
  const after = await holding();
  const difference = (field: 'moved_units' | 'on_addresses_units') => BigInt(after[field]) - BigInt(before[field]);
  return { moved: difference('moved_units'), on_addresses: difference('on_addresses_units'), result };
}
const problems = async () => (await checkCoins(shop.ctx, null)).problems;

test('what a wallet pays itself as change has not left: balances, outflows and the node agree', async () => {
  const {
    moved: left,
    on_addresses,
    result,
  } = await moved(async () => {
    const sweep = await swept();
    await settled();
    return sweep;
  });
  expect([left, on_addresses]).toEqual([result.units - CHANGE, CHANGE]);
  expect(await problems()).toEqual([]);
  expect(
    await sql`select units from (select amount_units as units from labelled_outflows where txid = ${result.txid}) o`,
  ).toEqual([{ units: String(result.units - CHANGE) }]);
  expect(await sql`select from unclaimed_deposits`).toEqual([]);
  const disposals = [];
  for await (const { txid, units } of readDisposals(sql, 'LTC', new Date(shop.clock.now().getTime() + DAY_MS)))
    if (txid === result.txid) disposals.push(units);
  expect(disposals).toEqual([result.units - CHANGE]);
});

test('change that is spent leaves like any other coin, and what comes back of it stays again', async () => {
  const { change, place } = await swept();
  await settled();
  const again = core.chain.addressOf(keys[next++]!)!;
  const { moved: left } = await moved(async () => {
    await core.sweep(change, litecoinKey(place, 1), [{ address: again, units: 400_000n }]);
    await settled();
  });
  expect(left).toBe(CHANGE - 400_000n);
  expect(await problems()).toEqual([]);
});

test('change of a block that left the chain counts no more, and once again when it is mined anew', async () => {
  const { txid } = await swept();
  await core.mine(1);
  await poll();
  const [output] = await sql<{ id: string; height: number }[]>`
    select id::text, height from change_outputs where txid = ${txid}`;
  const { on_addresses } = await moved(async () => {
    await core.reorganise(1);
    await poll();
  });
  // The deposit is there again in place of its change.
  expect(on_addresses).toBeGreaterThan(0n);
  expect(await sql`select height from change_outputs where txid = ${txid}`).toEqual([{ height: null }]);
  await settled();
  expect(
    await sql`select id::text, height > ${output!.height} as again from change_outputs where txid = ${txid}`,
  ).toEqual([{ id: output!.id, again: true }]);
  expect(await problems()).toEqual([]);
});

test('of an input with less than comes back nothing has left, and of several the last ones least', async () => {
  const { txid, units, change } = await swept();
  await settled();
  // A second input of the same transaction, as a wallet that gathers its coins has several.
  await sql`
    insert into outflows (coin, key, height, amount_units, txid)
    select coin, key, height, 7, txid from outflows where txid = ${txid}`;
  const rows = await sql`select amount_units from net_outflows where txid = ${txid} order by id`;
  expect(rows).toEqual([{ amount_units: String(units + 7n - change.units) }, { amount_units: '0' }]);
  await sql`delete from outflows where txid = ${txid} and amount_units = 7`;
});

test('change that nobody paid is named by the check of the rows and by the node, and the role that serves takes none away', async () => {
  const { sql: stolen } = shop.ctx;
  const [key] = keys.slice(-1);
  const [forged] = await stolen<{ id: string }[]>`
    insert into change_outputs (coin, key, txid, n, amount_units, height, hash)
    select coin, ${key!}, repeat('f', 64), 0, 5000, height, hash from chain_blocks
    where coin = 'LTC' order by height limit 1
    returning id::text`;
  const source = feature.evidence!.find(({ table }) => table === 'change_outputs')!;
  const { problems: named } = await checkEvidence(shop.ctx, [source], { source: 0, after: FIRST_ID });
  expect(named).toEqual([`change ${forged!.id} was written past the shop`]);
  expect(await problems()).toEqual([expect.stringContaining(`address ${key} holds 0 on the node`)]);
  await expect(stolen`delete from change_outputs where id = ${forged!.id}`).rejects.toThrow('permission denied');
  await sql`delete from change_outputs where id = ${forged!.id}`;
});
