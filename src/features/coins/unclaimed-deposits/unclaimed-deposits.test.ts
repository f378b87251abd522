import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import * as payments from '#contracts/coins/payments.ts';
import * as contract from '#contracts/coins/unclaimed-deposits.ts';
import { listChains } from '#contracts/coins/watcher.ts';
import { eraseAccount } from '#contracts/identity/account.ts';
import { listNotifications } from '#contracts/messages/notifications.ts';
import { listAlerts } from '#contracts/oversight/alerts.ts';
import { listProposals, withdrawProposal } from '#contracts/oversight/four-eyes.ts';
import { balanceOf } from '#platform/ledger/transfer.ts';
import { verifyLedger } from '#platform/ledger/verify-ledger.ts';
import { followDevChain, startDevChain } from '#tests/support/dev-chain.ts';
import { createTestShop, type TestUser } from '#tests/support/shop.ts';
import { loadSanctions } from '../deposits/screening/load-sanctions.ts';
import { rescanChain } from '../watcher/blocks/rescan-chain.ts';

const shop = await createTestShop();
const dev = await startDevChain();
const support = await shop.createUser({ role: 'admin', duties: ['support'] });
const approver = await shop.createUser({ role: 'admin', duties: ['approver'] });
const both = await shop.createUser({ role: 'admin', duties: ['support', 'approver'] });
let poll: () => Promise<void>;
let buyer: TestUser;
/** 20 dollars at 2000 dollars a coin. */
const AMOUNT = 10n ** 16n;

beforeAll(async () => {
  ({ poll } = await followDevChain(shop.ctx, dev));
});
beforeEach(async () => {
  buyer = await shop.createUser();
  await setRate(2000);
});

const setRate = (usd: number) => shop.sql`
  insert into rate_samples (coin, usd_e8, sources, at) values ('ETH', ${usd * 1e8}, '{test}', ${shop.clock.now()})`;
const list = async () => (await shop.as(support)(contract.listUnclaimedDeposits)).body.data;
const read = async (id: string) => (await shop.as(support)(contract.getUnclaimedDeposit, { params: { id } })).body.data;
const paymentsOf = async (user: TestUser) => (await shop.as(user)(payments.listPayments)).body.data;
const available = (user: TestUser) => balanceOf(shop.sql, { kind: 'available', owner_id: user.id });

/** Money on an address that nobody was given, seen in a block. */
async function putAside(amount = AMOUNT) {
  const [account] = await shop.sql<{ next_index: number }[]>`select next_index from xpub_accounts where coin = 'ETH'`;
  const index = account!.next_index + 50;
  const { address } = dev.chain.addressAt(index);
  await dev.send(address, amount);
  await dev.mine(1);
  await poll();
  // A thousand indexes were passed over, whose keys take a second: the next one is in this gap.
  await shop.sql`update xpub_accounts set next_index = ${index + 1} where coin = 'ETH'`;
  const aside = (await list()).find((one) => one.address === address)!;
  return { id: aside.id, address };
}
const propose = (id: string, owner: string, user: TestUser | null = support) =>
  shop.as(user)(contract.proposeOwner, { params: { id }, body: { owner, reason: 'sent us the transaction' } });
const approve = (id: string, proposal_id: string, user: TestUser | null = approver) =>
  shop.as(user)(contract.approveOwner, { params: { id }, body: { proposal_id, reason: 'checked the wallet' } });
async function proposed(id: string, owner = buyer, by = support) {
  const { body, status } = await propose(id, owner.username, by);
  expect(status).toBe(200);
  return body.data.decisions.at(-1)!.id;
}
async function settle() {
  await dev.mine(12);
  await poll();
}
const booksHold = async () => expect((await verifyLedger(shop.sql)).problems).toEqual([]);

test('what two people say is a buyer’s is credited once, at the rate of that moment, and its address is the buyer’s for ever', async () => {
  const { id, address } = await putAside();
  expect(await read(id)).toMatchObject({
    decisions: [],
    assigned: null,
    amount_cents: 2000,
    senders: [expect.any(String)],
  });
  const proposal = await proposed(id);
  await settle();
  expect(await available(buyer)).toBe(0);
  const { status, body } = await approve(id, proposal);
  expect(status).toBe(200);
  expect(body.data).toMatchObject({
    assigned: { owner: { id: buyer.id, username: buyer.username } },
    decisions: [
      { decision: 'propose', by: { username: support.username }, reason: 'sent us the transaction' },
      { decision: 'approve', by: { username: approver.username } },
    ],
  });
  // The rate of the crediting counts, not the one of the assignment.
  await setRate(1000);
  await poll();
  expect(await available(buyer)).toBe(1000);
  expect(await paymentsOf(buyer)).toMatchObject([{ address, status: 'credited', credited_cents: 1000 }]);
  await settle();
  await settle();
  expect(await available(buyer)).toBe(1000);
  const told = (await shop.as(buyer)(listNotifications)).body.data.map(({ title }) => title);
  expect(told).toEqual(expect.arrayContaining(['We found a payment of yours', expect.stringContaining('$10.00')]));
  const open = (await shop.as(support)(listAlerts, { query: { open: '1' } })).body.data;
  expect(open.filter(({ details }) => details.unclaimed_deposit_id === id)).toEqual([]);
  const [eth] = (await shop.as(support)(listChains)).body.data;
  expect(eth).toMatchObject({ state: 'following', unclaimed: { deposits: 0 } });

  await dev.send(address, AMOUNT);
  await settle();
  expect(await available(buyer)).toBe(2000);
  const entries = await shop.sql`
    select action, actor_id from audit_entries where subject = ${id} order by id`;
  expect(entries).toEqual([
    { action: 'suspense.proposed', actor_id: support.id },
    { action: 'unclaimed.assigned', actor_id: approver.id },
  ]);
  await booksHold();
});

test('everything on the address becomes the buyer’s together, and a reorganisation after that is a payment’s', async () => {
  const { id, address } = await putAside();
  await dev.send(address, AMOUNT);
  await dev.mine(1);
  await poll();
  await approve(id, await proposed(id));
  expect((await list()).filter((one) => one.address === address).map(({ assigned }) => assigned?.owner.id)).toEqual([
    buyer.id,
    buyer.id,
  ]);
  const [payment] = await paymentsOf(buyer);
  expect(payment).toMatchObject({ status: 'confirming', received_units: `${2n * AMOUNT}`, rest: null });
  await dev.reorganise(3);
  await settle();
  expect(await available(buyer)).toBe(0);
  expect(await balanceOf(shop.sql, { kind: 'crypto_eth', owner_id: null })).toBeLessThanOrEqual(0);
  await booksHold();
});

test('a payment from inside a contract that was put aside is found and credited once, and the chain goes on', async () => {
  const [account] = await shop.sql<{ next_index: number }[]>`select next_index from xpub_accounts where coin = 'ETH'`;
  const { address } = dev.chain.addressAt(account!.next_index + 50);
  await dev.sendInternally(address, AMOUNT);
  await settle();
  const { id } = (await list()).find((one) => one.address === address)!;
  await approve(id, await proposed(id));
  await settle();
  await settle();
  expect(await available(buyer)).toBe(2000);
  const [eth] = (await shop.as(support)(listChains)).body.data;
  expect(eth!.state).toBe('following');
  await booksHold();
});

test('the sender is screened like that of any payment: a listed one is held, and nothing is sent back', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'facevalue-list-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const file = join(dir, 'list.txt');
  const load = async (text: string) => {
    writeFileSync(file, text);
    await loadSanctions({ ...shop.ctx, config: { ...shop.config, sanctions_file: file } });
  };
  await load(dev.wallet);
  const { id } = await putAside();
  await approve(id, await proposed(id));
  await settle();
  expect(await available(buyer)).toBe(0);
  expect(await paymentsOf(buyer)).toMatchObject([{ status: 'held', holds: [{ reason: 'review' }] }]);
  await load('# nobody');
  await booksHold();
});

test('whose sender was not known is screened after a rescan, before it was assigned and after', async () => {
  const [first, second] = [await putAside(), await putAside()];
  const { height } = await dev.chain.adapter.tip();
  await shop.sql`update unclaimed_deposits set senders = '{}' where id in ${shop.sql([first.id, second.id])}`;
  await approve(first.id, await proposed(first.id));
  expect((await read(second.id)).senders).toEqual([]);
  await rescanChain(shop.ctx, dev.chain, height - 5);
  await poll();
  expect((await read(second.id)).senders).toEqual([dev.wallet.toLowerCase()]);
  const [deposit] = await shop.sql`select senders from deposits where key = ${first.address.toLowerCase()}`;
  expect(deposit).toEqual({ senders: [dev.wallet.toLowerCase()] });
});

test('what goes over the buyer’s limits is held like that of any payment', async () => {
  const small = await shop.createUser({ tier: 0 });
  const { id } = await putAside(AMOUNT * 10n);
  await approve(id, await proposed(id, small));
  await settle();
  expect(await available(small)).toBe(15_000);
  expect(await paymentsOf(small)).toMatchObject([{ holds: [{ reason: expect.any(String) }] }]);
});

test('nobody approves the own proposal, decides about money for themselves, or acts without the duty', async () => {
  const { id } = await putAside();
  const proposal = await proposed(id, buyer, both);
  expect((await approve(id, proposal, both)).status).toBe(403);
  expect((await propose(id, both.username, both)).status).toBe(403);
  const toApprover = await proposed(id, approver);
  expect((await approve(id, toApprover, approver)).status).toBe(403);
  const again = await proposed(id);
  for (const [user, status] of [
    [null, 401],
    [buyer, 403],
    [support, 403],
  ] as const)
    expect((await approve(id, again, user)).status).toBe(status);
  for (const [user, status] of [
    [null, 401],
    [buyer, 403],
    [approver, 403],
  ] as const)
    expect((await propose(id, buyer.username, user)).status).toBe(status);
  expect(await read(id)).toMatchObject({ assigned: null });
});

test('a buyer is found by name or confirmed address; an unknown, unconfirmed or erased one is refused', async () => {
  const { id } = await putAside();
  expect((await propose(id, buyer.email.toUpperCase())).body.data.decisions).toMatchObject([
    { owner: { id: buyer.id } },
  ]);
  const unconfirmed = await shop.createUser({ active: false });
  const erased = await shop.createUser();
  const waiting = await proposed(id, erased);
  const body = { username: erased.username, give_up: true };
  await shop.sql`update sessions set confirmed_at = ${shop.clock.now()} where user_id = ${erased.id}`;
  expect((await shop.as(erased)(eraseAccount, { body })).status).toBe(204);
  for (const owner of ['nobody-of-this-name', unconfirmed.email, erased.username, erased.email]) {
    const { status, body } = await propose(id, owner);
    expect(status).toBe(422);
    expect(body.errors).toMatchObject({ owner: [expect.stringMatching(/No account/)] });
  }
  const refused = await approve(id, waiting);
  expect(refused).toMatchObject({ status: 409, body: { message: expect.stringMatching(/deleted/) } });
  const [named] = await shop.sql<{ username: string }[]>`select username from users where id = ${erased.id}`;
  expect((await propose(id, named!.username)).status).toBe(422);
});

test('what is assigned is assigned: not proposed, not approved again, and of two approvals at once one counts', async () => {
  const { id } = await putAside();
  const proposal = await proposed(id);
  const second = await shop.createUser({ role: 'admin', duties: ['approver'] });
  const answers = await Promise.all([
    approve(id, proposal),
    approve(id, proposal, second),
    approve(id, proposal, both),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  expect((await approve(id, proposal)).status).toBe(409);
  expect((await propose(id, buyer.username)).status).toBe(409);
  await settle();
  expect(await available(buyer)).toBe(2000);
  expect(await paymentsOf(buyer)).toHaveLength(1);
  await booksHold();
});

test('what was proposed about another deposit of an address that is assigned is open no more', async () => {
  const { id, address } = await putAside();
  await dev.send(address, AMOUNT);
  await dev.mine(1);
  await poll();
  const twin = (await list()).find((one) => one.address === address && one.id !== id)!.id;
  const overtaken = await proposed(twin, await shop.createUser());
  await approve(id, await proposed(id));
  const open = (await shop.as(approver)(listProposals, { query: { per_page: '100' } })).body.data;
  expect(open.map(({ id }) => id)).not.toContain(overtaken);
  const [closed] = await shop.sql`select decision, decider_id from proposals where id = ${overtaken}`;
  expect(closed).toEqual({ decision: 'rejected', decider_id: approver.id });
});

test('a withdrawn proposal is approved by nobody, and a new one takes its place', async () => {
  const { id } = await putAside();
  const first = await proposed(id);
  expect((await shop.as(support)(withdrawProposal, { params: { id: first } })).status).toBe(204);
  expect(await read(id)).toMatchObject({ decisions: [] });
  expect((await approve(id, first)).status).toBe(409);
  const { status } = await approve(id, await proposed(id));
  expect(status).toBe(200);
});

test('an approval counts for the proposal that was read: a newer one, or money that left the chain, refuses it', async () => {
  const { id } = await putAside();
  const first = await proposed(id);
  await proposed(id, await shop.createUser(), both);
  expect((await approve(id, first)).status).toBe(409);
  const third = await proposed(id);
  await dev.reorganise(3);
  await poll();
  expect((await approve(id, third)).status).toBe(409);
  expect((await propose(id, buyer.username)).status).toBe(409);
  const nobody = '019b0000-0000-7000-8000-000000000000';
  expect((await approve(nobody, third)).status).toBe(404);
  expect((await shop.as(support)(contract.getUnclaimedDeposit, { params: { id: nobody } })).status).toBe(404);
});

test('the list is numbered, and narrowed by state and coin', async () => {
  const { id } = await putAside();
  const pageOf = async (query: { state?: 'open' | 'assigned'; coin?: 'BTC'; per_page?: string }) =>
    (await shop.as(support)(contract.listUnclaimedDeposits, { query })).body;
  const open = await pageOf({ state: 'open', per_page: '1' });
  expect(open.data.map((one) => one.id)).toEqual([id]);
  expect(open.meta).toMatchObject({ current_page: 1, from: 1, to: 1 });
  expect((await pageOf({ state: 'assigned' })).data.map((one) => one.id)).not.toContain(id);
  expect((await pageOf({ coin: 'BTC' })).meta.total).toBe(0);
});
