import { beforeAll, expect, test } from 'vitest';
import { sealOldRows } from '#app/database/seal-old-rows.ts';
import { createPayment, getPayment, listAddresses, listPayments } from '#contracts/coins/payments.ts';
import { listUnclaimedDeposits } from '#contracts/coins/unclaimed-deposits.ts';
import { listAlerts } from '#contracts/oversight/alerts.ts';
import { verifyAll } from '#platform/db/verify-all.ts';
import { followDevChain, startDevChain } from '#tests/support/dev-chain.ts';
import { createTestShop, type TestUser } from '#tests/support/shop.ts';
import { refuseAddresses } from '../watcher/keys/refuse-addresses.ts';
import { verifyAddresses } from '../watcher/keys/verify-addresses.ts';
import { readWatchedKeys } from '../watcher/keys/watched-keys.ts';

const shop = await createTestShop();
const dev = await startDevChain();
const office = shop.as(await shop.createUser({ role: 'admin', duties: ['support', 'approver'] }));
// What somebody with the shop's own database credentials can do, and no more.
const { sql: stolen } = shop.ctx;
let poll: () => Promise<void>;

beforeAll(async () => {
  ({ poll } = await followDevChain(shop.ctx, dev));
});

const pay = async (user: TestUser) =>
  (await shop.as(user)(createPayment, { body: { coin: 'ETH', amount_cents: 1000 } })).body.data;

const allProblems = (limit?: number) => verifyAll((after) => verifyAddresses(shop.ctx, after, limit));

const DEAD = '0x000000000000000000000000000000000000dEaD';
let forged = 900_000;

/** A row that says an address was issued to this user. */
async function forge(user: TestUser, { address = DEAD, index = ++forged } = {}) {
  const [row] = await stolen<{ id: string }[]>`
    insert into deposit_addresses (coin, account_id, index, key, address, user_id, created_at)
    select 'ETH', id, ${index}, ${address.toLowerCase()}, ${address}, ${user.id}, ${shop.clock.now()}
    from xpub_accounts where coin = 'ETH' order by id limit 1 returning id`;
  return row!.id;
}

const fresh = (n: number) => `0x${n.toString(16).padStart(40, '0')}`;

test('a forged address is not used for the next payment, which gets one of ours, and is told of once', async () => {
  const user = await shop.createUser();
  const id = await forge(user);
  const { address, uri, refused } = await pay(user);
  expect(address).not.toBe(DEAD);
  expect({ refused, uri: uri.includes(address) }).toEqual({ refused: null, uri: true });
  expect((await pay(user)).address).toBe(address);
  await refuseAddresses(shop.ctx);
  const { body } = await shop.as(user)(listAddresses);
  expect(body.data.map((one) => one.address)).toEqual([address]);
  const { body: alerts } = await office(listAlerts);
  expect(alerts.data.filter(({ subject }) => subject === id)).toMatchObject([
    { kind: 'chain.foreign_address', times: 1, severity: 'critical' },
  ]);
  const audit = await shop.sql`select from audit_entries where action = 'address.refused' and subject = ${id}`;
  expect(audit).toHaveLength(1);
});

test('a payment that was turned to a forged address shows a sentence instead of it', async () => {
  const user = await shop.createUser();
  const { id } = await pay(user);
  await stolen`update deposit_addresses set refused_at = now() where user_id = ${user.id}`;
  const address_id = await forge(user, { address: fresh(0xbad) });
  await shop.sql`update payments set address_id = ${address_id} where id = ${id}`;
  const { body } = await shop.as(user)(getPayment, { params: { id } });
  expect(body.data).toMatchObject({ address: '', uri: '', refused: expect.stringContaining('contact support') });
  const { body: list } = await shop.as(user)(listPayments);
  expect(JSON.stringify(list)).not.toContain(fresh(0xbad));
  expect((await shop.as(user)(listAddresses)).body.data).toEqual([]);
  expect((await allProblems()).some((line) => line.includes(address_id))).toBe(true);
});

test("a payment that was turned to another buyer's true address shows nothing either", async () => {
  const [victim, thief] = [await shop.createUser(), await shop.createUser()];
  const [{ id }, { address }] = [await pay(victim), await pay(thief)];
  await shop.sql`
    update payments set address_id = (select id from deposit_addresses where address = ${address}) where id = ${id}`;
  const { body } = await shop.as(victim)(getPayment, { params: { id } });
  expect(body.data).toMatchObject({ address: '', refused: expect.any(String) });
});

test('an address of ours that a row claims ahead of the counter is nobody’s: what comes there waits for a person', async () => {
  const thief = await shop.createUser();
  const [account] = await shop.sql<{ next_index: number }[]>`select next_index from xpub_accounts where coin = 'ETH'`;
  const index = account!.next_index + 150;
  const { address } = dev.chain.addressAt(index);
  await forge(thief, { address, index });
  expect((await shop.as(thief)(listAddresses)).body.data).toEqual([]);
  await dev.send(address, 10n ** 16n);
  await dev.mine(13);
  await poll();
  const { body } = await office(listUnclaimedDeposits);
  expect(body.data).toMatchObject([{ index, address }]);
  expect(await shop.sql`select from deposits where user_id = ${thief.id}`).toHaveLength(0);
});

test('a stored key that the shop did not derive is not watched, and does not hide the true one', async () => {
  const [account] = await shop.sql<{ id: number; next_index: number }[]>`
    select id, next_index from xpub_accounts where coin = 'ETH'`;
  const index = account!.next_index + 200;
  await stolen`
    insert into derived_keys (account_id, coin, index, key) values (${account!.id}, 'ETH', ${index}, ${fresh(0xbeef)})`;
  await pay(await shop.createUser());
  const { keys } = await readWatchedKeys(shop.ctx, dev.chain, undefined);
  expect(keys.has(fresh(0xbeef))).toBe(false);
  expect(keys.has(dev.chain.addressAt(index).key)).toBe(true);
  await readWatchedKeys(shop.ctx, dev.chain, undefined);
  const { body } = await office(listAlerts);
  expect(body.data.filter(({ subject }) => subject === `ETH:${account!.id}:${index}`)).toMatchObject([
    { kind: 'chain.foreign_address', times: 1 },
  ]);
});

test('a payment to a forged address is neither seen nor credited', async () => {
  const user = await shop.createUser();
  await forge(user, { address: fresh(0xabc) });
  await dev.send(fresh(0xabc), 10n ** 17n);
  await dev.mine(13);
  await poll();
  expect(await shop.sql`select from deposits where key = ${fresh(0xabc)}`).toHaveLength(0);
  expect(await shop.sql`select from unclaimed_deposits where key = ${fresh(0xabc)}`).toHaveLength(0);
});

test('a forged deposit on a forged address is not credited', async () => {
  const user = await shop.createUser();
  const { id } = await pay(user);
  const key = fresh(0xdeb);
  await stolen`update deposit_addresses set refused_at = now() where user_id = ${user.id}`;
  await forge(user, { address: key });
  const [cursor] = await shop.sql<
    { height: number; hash: string }[]
  >`select height, hash from chain_cursors where coin = 'ETH'`;
  await stolen`
    insert into deposits (coin, txid, n, key, user_id, payment_id, amount_units, first_seen_at,
      required_depth, height, hash)
    values ('ETH', '0xdeb', 0, ${key}, ${user.id}, ${id}, ${(10n ** 16n).toString()}, ${shop.clock.now()}, 1,
      ${cursor!.height}, ${cursor!.hash})`;
  await dev.mine(13);
  await poll();
  expect(await shop.sql`select state from deposits where key = ${key}`).toEqual([{ state: 'pending' }]);
});

test('addresses of before are sealed once: those of the key in use are derived again, those of a former key are taken', async () => {
  const [user, former, thief] = [await shop.createUser(), await shop.createUser(), await shop.createUser()];
  const { id, address } = await pay(user);
  const forgedId = await forge(thief, { address: fresh(0xbad2), index: 1_000_000 });
  await shop.sql`
    with gone as (insert into xpub_accounts (coin, xpub_hash, fingerprint)
      values ('ETH', sha256('former'), 'abcd1234') returning id)
    insert into deposit_addresses (coin, account_id, index, key, address, user_id)
    select 'ETH', id, 0, ${fresh(0xf00)}, ${fresh(0xf00)}, ${former.id} from gone`;
  await shop.sql`update deposit_addresses set mac = null where user_id = ${user.id}`;
  await shop.sql`update derived_keys set mac = null where index = 7`;
  expect((await shop.as(user)(getPayment, { params: { id } })).body.data.address).toBe('');
  await shop.sql`
    insert into rows_to_seal (kind, id)
    select 'address', id::text from deposit_addresses where user_id in (${user.id}, ${former.id}, ${thief.id})
    union all select 'key', account_id || ':7' from derived_keys where index = 7`;
  await sealOldRows({ ...shop.ctx, sql: shop.sql });
  expect((await shop.as(user)(getPayment, { params: { id } })).body.data.address).toBe(address);
  const { body } = await shop.as(former)(listAddresses);
  expect(body.data).toEqual([{ coin: 'ETH', address: fresh(0xf00), payment: null }]);
  expect((await shop.as(thief)(listAddresses)).body.data).toEqual([]);
  expect((await allProblems()).some((line) => line.includes(forgedId))).toBe(true);
  expect(await shop.sql`select from derived_keys where index = 7 and mac is null`).toHaveLength(0);
});

test('a kept reply that was changed to show a foreign address is not given again', async () => {
  const user = await shop.createUser();
  const sent = { body: { coin: 'ETH', amount_cents: 1000 }, idempotencyKey: 'top-up-1' } as const;
  const first = await shop.as(user)(createPayment, sent);
  expect((await shop.as(user)(createPayment, sent)).body).toEqual(first.body);
  await stolen`
    update idempotency_keys set reply = jsonb_set(reply, '{data,address}', to_jsonb(${DEAD}::text))
    where user_id = ${user.id}`;
  const again = await shop.as(user)(createPayment, sent);
  expect(again.status).toBe(409);
  expect(JSON.stringify(again.body)).not.toContain(DEAD);
});

test('a reply that was written before anybody asked is not given', async () => {
  const [user, thief] = [await shop.createUser(), await shop.createUser()];
  const sent = { body: { coin: 'ETH', amount_cents: 1000 }, idempotencyKey: 'top-up-2' } as const;
  await shop.as(thief)(createPayment, sent);
  await stolen`
    insert into idempotency_keys (user_id, key, request_hash, status, reply, mac)
    select ${user.id}, key, request_hash, status, jsonb_set(reply, '{data,address}', to_jsonb(${DEAD}::text)), mac
    from idempotency_keys where user_id = ${thief.id}`;
  const { status, body } = await shop.as(user)(createPayment, sent);
  expect([status, JSON.stringify(body).includes(DEAD)]).toEqual([409, false]);
});

test('a forged address that nobody asks for is refused all the same, and those of the shop stay', async () => {
  const [thief, buyer] = [await shop.createUser(), await shop.createUser()];
  const { address } = await pay(buyer);
  const id = await forge(thief, { address: fresh(0xdec0de) });
  await refuseAddresses(shop.ctx);
  const refused = await shop.sql<{ id: string }[]>`
    select id from deposit_addresses where refused_at is not null and user_id in (${thief.id}, ${buyer.id})`;
  expect(refused).toEqual([{ id }]);
  expect(await shop.sql`select from audit_entries where action = 'address.refused' and subject = ${id}`).toHaveLength(
    1,
  );
  const { body: alerts } = await office(listAlerts);
  expect(alerts.data.filter(({ subject }) => subject === id)).toMatchObject([{ severity: 'critical', times: 1 }]);
  expect((await shop.as(buyer)(listAddresses)).body.data).toMatchObject([{ address }]);
});

test('an address that is spelled otherwise than its key is not shown, whether its extended key is in use or not', async () => {
  const user = await shop.createUser();
  const { id, address } = await pay(user);
  const shown = async () => (await shop.as(user)(getPayment, { params: { id } })).body.data.address;
  expect(await shown()).toBe(address);
  await shop.sql`update deposit_addresses set address = ${DEAD} where user_id = ${user.id}`;
  expect(await shown()).toBe('');
  const [account] = await shop.sql<{ id: number; hash: Buffer }[]>`
    select x.id, x.xpub_hash as hash from xpub_accounts x join deposit_addresses a on a.account_id = x.id
    where a.user_id = ${user.id}`;
  await shop.sql`update xpub_accounts set xpub_hash = sha256('replaced') where id = ${account!.id}`;
  try {
    expect(await shown()).toBe('');
    await shop.sql`update deposit_addresses set address = ${address} where user_id = ${user.id}`;
    expect(await shown()).toBe(address);
  } finally {
    await shop.sql`update xpub_accounts set xpub_hash = ${account!.hash} where id = ${account!.id}`;
  }
});

test('a verifier names the same addresses, each once, however many rows a piece of its work has', async () => {
  for (let i = 0; i < 3; i += 1) await forge(await shop.createUser(), { address: fresh(0xfeed00 + i) });
  const problems = await allProblems();
  const [{ rows }] = await shop.sql<[{ rows: number }]>`select count(*)::int as rows from deposit_addresses`;
  for (const limit of [1, 2, rows, rows + 1]) expect(await allProblems(limit)).toEqual(problems);
  expect(problems.length).toBeGreaterThanOrEqual(3);
});
