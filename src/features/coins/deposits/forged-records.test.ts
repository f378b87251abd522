import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import * as contract from '#contracts/coins/payments.ts';
import { MINUTE_MS } from '#contracts/time-units.ts';
import { balanceOf } from '#platform/ledger/transfer.ts';
import { followDevChain, startDevChain } from '#tests/support/dev-chain.ts';
import { alertsAbout, expectForgedRowAlert } from '#tests/support/forged-row-alert.ts';
import { createTestShop, type TestUser } from '#tests/support/shop.ts';
import { refreshRates } from '../rates/refresh-rates.ts';
import { demoSources } from '../rates/tickers/demo-source.ts';
import { usualDepth } from './required-depth.ts';
import { endSightings } from './sightings/end-sightings.ts';

const shop = await createTestShop();
const dev = await startDevChain();
const depth = usualDepth('ETH');
// What somebody with the shop's own database credentials can do, and no more.
const { sql: stolen } = shop.ctx;
const { poll } = await followDevChain(shop.ctx, dev);
let buyer: TestUser;

beforeEach(async () => {
  await refreshRates(shop.ctx, demoSources());
  buyer = await shop.createUser({ tier: 2 });
  await poll();
});

const quote = async () => {
  const { status, body } = await shop.as(buyer)(contract.createPayment, { body: { coin: 'ETH', amount_cents: 1000 } });
  expect(status).toBe(201);
  return body.data;
};
const available = () => balanceOf(shop.sql, { kind: 'available', owner_id: buyer.id });
const mine = async (blocks: number) => {
  await dev.mine(blocks);
  await poll();
};
const credited = async () => {
  const payment = await quote();
  await dev.send(payment.address, BigInt(payment.amount_units));
  await mine(depth);
  expect(await available()).toBe(1000);
  return payment;
};

/** A payment that came after its quote had ended, as the shop saw it before it was in a block. */
async function seenLate() {
  const payment = await quote();
  shop.clock.advance(90 * MINUTE_MS);
  await dev.increaseTime(90 * 60);
  await refreshRates(shop.ctx, demoSources());
  const txid = await dev.send(payment.address, BigInt(payment.amount_units));
  await poll();
  const [sighting] = await stolen<{ id: string; mac: Uint8Array }[]>`
    select id::text, mac from seen_hints where payment_id = ${payment.id}`;
  return { payment, txid, sighting: sighting! };
}
const firstSeen = async (txid: string) =>
  (await stolen<{ first_seen_at: string }[]>`select first_seen_at from deposits where txid = ${txid}`)[0]!
    .first_seen_at;

test('a sighting whose time was moved past the shop keeps no quote alive', async () => {
  const { payment, txid, sighting } = await seenLate();
  await stolen`update seen_hints set first_seen_at = ${payment.created_at} where id = ${sighting.id}`;
  await mine(depth);
  expect(Date.parse(await firstSeen(txid))).toBeGreaterThan(Date.parse(payment.expires_at));
  await expectForgedRowAlert(shop, `seen_hints:${sighting.id}`);
});

test('a sighting that ended does not come back as it was, with the MAC that it had', async () => {
  const { txid, sighting } = await seenLate();
  await endSightings(shop.sql, shop.clock.now(), [{ id: Number(sighting.id) }]);
  await stolen`update seen_hints set gone_at = null, mac = ${sighting.mac} where id = ${sighting.id}`;
  await mine(depth);
  expect(await firstSeen(txid)).toBeDefined();
  await expectForgedRowAlert(shop, `seen_hints:${sighting.id}`);
});

test('a sighting that ended and is seen again begins anew', async () => {
  const { txid, sighting } = await seenLate();
  await endSightings(shop.sql, shop.clock.now(), [{ id: Number(sighting.id) }]);
  shop.clock.advance(MINUTE_MS);
  await poll();
  const [again] = await stolen`select first_seen_at, gone_at from seen_hints where id = ${sighting.id}`;
  expect(again).toEqual({ first_seen_at: shop.clock.now().toISOString(), gone_at: null });
  await mine(depth);
  expect(await alertsAbout(shop, `seen_hints:${sighting.id}`)).toEqual([]);
  expect(await firstSeen(txid)).toBeDefined();
});

test('a credit that was taken back past the shop is not made again, though another account stands for it', async () => {
  const payment = await credited();
  const [credit] = await stolen<{ id: string; deposit_id: string }[]>`
    update deposit_credits set reversed_at = now()
    where deposit_id in (select id from deposits where payment_id = ${payment.id}) returning id::text, deposit_id`;
  const other = await shop.createUser({});
  await stolen`insert into ledger_accounts (kind, owner_id, limited) values ('debt', ${other.id}, false)`;
  await stolen`
    insert into ledger_transfers (debit_account_id, credit_account_id, amount_cents, kind, reference, unique_key)
    select d.id, c.id, 1000, 'top_up_reversal', ${credit!.deposit_id}, ${randomUUID()}
    from ledger_accounts d, ledger_accounts c where d.kind = 'debt' and d.owner_id = ${other.id} and c.kind = 'crypto_eth'`;
  await stolen`
    update deposits set state = 'pending', credited_units = 0, credited_cents = 0, locked_units = 0, locked_cents = 0,
      hold_reason = null, credited_at = null, rate_id = null where id = ${credit!.deposit_id}`;
  await mine(1);
  expect(await available()).toBe(1000);
  await expectForgedRowAlert(shop, `deposit_credits:${credit!.id}`);
});

test('a second payment of a quote gets no more at its rate because the first credit was made smaller past the shop', async () => {
  const payment = await credited();
  const [credit] = await stolen<{ id: string }[]>`
    select c.id::text from deposit_credits c join deposits d on d.id = c.deposit_id where d.payment_id = ${payment.id}`;
  await expect(stolen`update deposit_credits set locked_units = 0 where id = ${credit!.id}`).rejects.toThrow(
    'permission',
  );
  await stolen`update deposits set locked_units = 0, locked_cents = 0 where payment_id = ${payment.id}`;
  await dev.send(payment.address, BigInt(payment.amount_units));
  await mine(depth);
  const [second] = await stolen<{ share: number }[]>`
    select round(c.locked_units * 100 / d.amount_units)::int as share from deposit_credits c join deposits d on d.id = c.deposit_id
    where d.payment_id = ${payment.id} and c.id <> ${credit!.id}`;
  expect(second).toEqual({ share: 5 });
});

test.each([
  [
    'an outflow that never was',
    (key: string) => stolen<{ id: string }[]>`
      insert into outflows (coin, key, height, amount_units)
      select coin, key, height, amount_units from deposits where key = ${key} returning 'outflows:' || id as id`,
  ],
  [
    'a deposit out of its block',
    (key: string) => stolen<{ id: string }[]>`
      update deposits set height = null, hash = null where key = ${key} returning 'deposits:' || id as id`,
  ],
])('%s is no reason to credit what an address holds once more', async (_what, forge) => {
  const payment = await credited();
  const [deposit] = await stolen<{ key: string }[]>`select key from deposits where payment_id = ${payment.id}`;
  const [forged] = await forge(deposit!.key);
  await mine(depth);
  await mine(depth);
  expect(await available()).toBe(1000);
  expect(await stolen`select from deposits where key = ${deposit!.key}`).toHaveLength(1);
  await expectForgedRowAlert(shop, forged!.id);
});

test('a sweep is an outflow that the shop wrote, and what comes from a contract later is credited', async () => {
  const payment = await credited();
  await dev.sweep(payment.address, BigInt(payment.amount_units) / 2n);
  await mine(depth);
  const next = await quote();
  await dev.sendInternally(next.address, BigInt(next.amount_units));
  await mine(depth);
  await mine(depth);
  expect(await available()).toBe(2000);
  expect(await stolen`select mac is not null as sealed from outflows where mac is not null`).not.toEqual([]);
});
