import { beforeEach, expect, test } from 'vitest';
import * as contract from '#contracts/coins/unclaimed-deposits.ts';
import { balanceOf } from '#platform/ledger/transfer.ts';
import { followDevChain, startDevChain } from '#tests/support/dev-chain.ts';
import { expectForgedRowAlert } from '#tests/support/forged-row-alert.ts';
import { createTestShop, type TestUser } from '#tests/support/shop.ts';

const shop = await createTestShop();
const dev = await startDevChain();
const { poll } = await followDevChain(shop.ctx, dev);
// What somebody with the shop's own database credentials can do, and no more.
const { sql: stolen } = shop.ctx;
const support = await shop.createUser({ role: 'admin', duties: ['support'] });
const approver = await shop.createUser({ role: 'admin', duties: ['approver'] });
/** 20 dollars at 2000 dollars a coin. */
const AMOUNT = 10n ** 16n;
let buyer: TestUser;

beforeEach(async () => {
  buyer = await shop.createUser();
  await shop.sql`
    insert into rate_samples (coin, usd_e8, sources, at) values ('ETH', 200000000000, '{test}', ${shop.clock.now()})`;
});

/** Money on an address that nobody was given, seen in a block. */
async function putAside(): Promise<{ id: string }> {
  const [account] = await shop.sql<{ next_index: number }[]>`select next_index from xpub_accounts where coin = 'ETH'`;
  const { address } = dev.chain.addressAt(account!.next_index + 50);
  await dev.send(address, AMOUNT);
  await dev.mine(1);
  await poll();
  const { body } = await shop.as(support)(contract.listUnclaimedDeposits);
  return body.data.find((one) => one.address === address)!;
}
const read = async (id: string) => (await shop.as(support)(contract.getUnclaimedDeposit, { params: { id } })).body.data;
const propose = (id: string) =>
  shop.as(support)(contract.proposeOwner, {
    params: { id },
    body: { owner: buyer.username, reason: 'has the wallet' },
  });
const proposed = async (id: string) => (await propose(id)).body.data.decisions.at(-1)!.id;
const approve = (id: string, proposal_id: string) =>
  shop.as(approver)(contract.approveOwner, { params: { id }, body: { proposal_id, reason: 'checked the wallet' } });
const available = () => balanceOf(shop.sql, { kind: 'available', owner_id: buyer.id });
async function settle() {
  await dev.mine(12);
  await poll();
}

test('what somebody with the database’s credentials wrote is given to nobody, and what lies beside it to its owner', async () => {
  const { id } = await putAside();
  const proposal = await proposed(id);
  const [forged] = await stolen<{ id: string }[]>`
    insert into unclaimed_deposits (coin, account_id, index, key, txid, n, amount_units, senders, first_seen_at, height, hash, mac)
    select coin, account_id, index, key, repeat('ab', 32), n, amount_units * 10, senders, first_seen_at, height, hash, mac
    from unclaimed_deposits where id = ${id} returning id`;
  const refused = await propose(forged!.id);
  expect([refused.status, refused.body.message]).toEqual([403, expect.stringContaining("wasn't written by the shop")]);
  await expectForgedRowAlert(shop, `unclaimed_deposits:${forged!.id}`);
  expect((await approve(id, proposal)).status).toBe(200);
  expect(await read(forged!.id)).toMatchObject({ assigned: null });
  // The address holds less than the records say, so nothing is credited until the operator has looked.
  await settle();
  expect(await available()).toBe(0);
  await shop.sql`delete from unclaimed_deposits where id = ${forged!.id}`;
  await settle();
  expect(await available()).toBe(2000);
});

test.each(["senders = '{}'", 'min_depth = 1', 'height = height - 1'])(
  'an unclaimed deposit is given to nobody after somebody set %s past the shop',
  async (change) => {
    const { id } = await putAside();
    const proposal = await proposed(id);
    await stolen.unsafe(`update unclaimed_deposits set ${change} where id = '${id}'`);
    expect([(await propose(id)).status, (await approve(id, proposal)).status]).toEqual([403, 403]);
    await settle();
    expect(await available()).toBe(0);
  },
);

test('an unclaimed deposit that has an owner does not come back as it was, with the MAC that it had', async () => {
  const { id } = await putAside();
  const [was] = await stolen<{ mac: Uint8Array }[]>`select mac from unclaimed_deposits where id = ${id}`;
  await approve(id, await proposed(id));
  await stolen`update unclaimed_deposits set deposit_id = null, mac = ${was!.mac} where id = ${id}`;
  expect((await propose(id)).status).toBe(403);
});
