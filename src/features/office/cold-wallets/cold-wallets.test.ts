import { HDKey } from '@scure/bip32';
import { p2ms, p2wsh, TEST_NETWORK } from '@scure/btc-signer';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import * as payments from '#contracts/coins/payments.ts';
import type { Coin } from '#contracts/coins.ts';
import { getReconciliation } from '#contracts/office/books.ts';
import * as contract from '#contracts/office/cold-wallets.ts';
import { listOutflows } from '#contracts/office/outflows.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import { usualDepth } from '#features/coins/deposits/required-depth.ts';
import { refreshRates } from '#features/coins/rates/refresh-rates.ts';
import { demoSources } from '#features/coins/rates/tickers/demo-source.ts';
import { createWatch } from '#features/coins/watcher/watch-chains.ts';
import { checkEvidence } from '#features/oversight/audit/verification/check-evidence.ts';
import { withChecksum } from '#platform/chain/keys/descriptor.ts';
import { openWallet } from '#platform/chain/open-chain.ts';
import { FIRST_ID } from '#platform/db/verify-all.ts';
import { startDevChain } from '#tests/support/dev-chain.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { startCoreChain } from '#tests/support/worlds/core-chain.ts';
import { DEV_SEED, litecoinKey } from '#tests/support/worlds/dev-keys.ts';
import { watchOutflows } from '../outflows/watch-outflows.ts';
import { readBalances } from './balances/read-balances.ts';
import { feature } from './feature.ts';

const shop = await createTestShop();
const { sql } = shop;
const [dev, core] = await Promise.all([startDevChain(), startCoreChain('LTC')]);
const watches: (() => Promise<boolean>)[] = [];
const [proposer, decider] = [
  await shop.createUser({ role: 'admin', duties: ['approver'] }),
  await shop.createUser({ role: 'admin', duties: ['approver'] }),
];
const auditor = shop.as(await shop.createUser({ role: 'admin', duties: ['auditor'] }));
/** The operator's vault: another account than the one whose addresses the shop gives out. */
const VERSIONS = { private: 0x04358394, public: 0x043587cf };
const vault = HDKey.fromMasterSeed(DEV_SEED, VERSIONS).derive("m/84'/2'/7'");
const xpub = vault.publicExtendedKey;
const otherXpub = HDKey.fromMasterSeed(DEV_SEED, VERSIONS).derive("m/84'/2'/8'").publicExtendedKey;

beforeAll(async () => {
  Object.assign(shop.ctx.chains, { ETH: dev.chain, LTC: core.chain });
  watches.push(createWatch(shop.ctx, dev.chain), createWatch(shop.ctx, core.chain));
  await refreshRates(shop.ctx, demoSources());
  await settle();
});
beforeEach(() => shop.clock.advance(1000));

async function settle() {
  await dev.mine(usualDepth('ETH'));
  await core.mine(usualDepth('LTC'));
  for (const watch of [...watches, ...watches]) await watch();
}
const propose = (source: string, coin: Coin = 'LTC', by = proposer) =>
  shop.as(by)(contract.proposeColdWallet, { body: { coin, name: 'Vault', source, reason: 'Swept here each week' } });
const read = async (id: string) => (await auditor(contract.getColdWallet, { params: { id } })).body.data;
async function decide(id: string, decision: 'approved' | 'rejected' = 'approved', by = decider) {
  const { state, proposal } = await read(id);
  const call = state === 'proposed' ? contract.decideColdWallet : contract.decideColdWalletRemoval;
  const body = { proposal_id: proposal!.id, decision, reason: 'Compared with the device' };
  return shop.as(by)(call, { params: { id }, body });
}
async function watched(source: string, coin: Coin = 'LTC') {
  const { id } = (await propose(source, coin)).body.data;
  expect((await decide(id)).status).toBe(204);
  return id;
}
const reserves = async () => (await auditor(getReconciliation)).body.data.reserves;

test.each([
  ['an extended private key', vault.privateExtendedKey],
  ['one in a descriptor', `wpkh(${vault.privateExtendedKey}/0/*)`],
  ['one among several', `wsh(sortedmulti(2,${otherXpub}/0/*,${vault.privateExtendedKey}/0/*))`],
  ['a single key as a wallet exports it', 'L1aW4aubDFB7yfras2S1mN3bqg9nwySY8nkoLmJebSLD5BWv3ENZ'],
  ['an uncompressed one', '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ'],
  ['one in hex', 'e9873d79c6d87dc0fb6a5778633389f4453213303da61f20bd67fc233aa33262'],
  ['the words of a seed', 'test test test test test test test test test test test junk'],
])('%s is refused, and neither stored nor logged nor repeated', async (_what, secret) => {
  shop.logged.length = 0;
  const { status, body } = await propose(secret);
  expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['source']]);
  expect(body.message).toContain('can spend coins');
  expect(JSON.stringify(body) + shop.logged.join('')).not.toContain(secret);
  expect(await sql`select from cold_wallets`).toHaveLength(0);
});

test('a private key under the prefix of a public one is refused as such', async () => {
  const { depth, index, parentFingerprint } = vault;
  const disguised = new HDKey({
    depth,
    index,
    parentFingerprint,
    chainCode: vault.chainCode!,
    privateKey: vault.privateKey!,
    versions: { private: VERSIONS.public, public: 0 },
  }).privateExtendedKey;
  const { status, body } = await propose(disguised);
  expect([status, body.message]).toEqual([422, expect.stringContaining('can spend coins')]);
  expect(JSON.stringify(body) + shop.logged.join('')).not.toContain(disguised);
});

test.each([
  ['an address of another network', 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'],
  ['an address with a wrong letter', 'rltc1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq'],
  ['words', 'my vault'],
  ['a descriptor of one key twice', `wsh(sortedmulti(2,${xpub}/0/*,${xpub}/1/*))`],
  ['a descriptor of more signatures than keys', `wsh(sortedmulti(3,${xpub}/0/*,${otherXpub}/0/*))`],
  ['a descriptor of keys in their own order', `wsh(multi(2,${xpub}/0/*,${otherXpub}/0/*))`],
  ['a descriptor of several keys in another script', `sh(sortedmulti(2,${xpub}/0/*,${otherXpub}/0/*))`],
  [
    'a descriptor of several with a branch',
    `wsh(sortedmulti(2,${vault.deriveChild(0).publicExtendedKey}/0/*,${otherXpub}/0/*))`,
  ],
  ['a descriptor with a wrong checksum', `wpkh(${xpub}/0/*)#aaaaaaaa`],
  [
    'a key of the main network',
    'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs',
  ],
])('%s is refused', async (_what, source) => {
  const { status, body } = await propose(source);
  expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['source']]);
});

test('a coin without a node has no wallets', async () => {
  expect((await propose('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', 'BTC')).body.errors).toHaveProperty('coin');
});

test('two people agree to watch a wallet, and its first addresses are there to compare', async () => {
  const { id } = (await propose(xpub)).body.data;
  expect(await read(id)).toMatchObject({ state: 'proposed', kind: 'xpub', source: xpub, balance: null });
  expect((await read(id)).first_addresses).toEqual(
    openWallet(core.chain, xpub)
      .addresses.slice(0, 3)
      .map(({ address }) => address),
  );
  expect((await propose(xpub)).status).toBe(409);
  expect((await propose(`wpkh(${xpub}/0/*)`)).status, 'the same in another notation').toBe(409);
  expect((await decide(id, 'approved', proposer)).status).toBe(403);
  expect((await decide(id, 'approved', await shop.createUser({ role: 'admin', duties: ['payouts'] }))).status).toBe(
    403,
  );
  await readBalances(shop.ctx);
  expect((await read(id)).balance, 'nothing is asked before').toBeNull();
  expect((await decide(id)).status).toBe(204);
  expect(await read(id)).toMatchObject({ state: 'watched', proposal: null });
  expect((await auditor(contract.listColdWallets)).body.data).toEqual([
    expect.objectContaining({ id, state: 'watched' }),
  ]);
});

test('a rejected wallet is not watched, and may be proposed again', async () => {
  const { address } = openWallet(core.chain, otherXpub).addresses[9]!;
  const { id } = (await propose(address)).body.data;
  await decide(id, 'rejected');
  expect(await read(id)).toMatchObject({ state: 'rejected', kind: 'address' });
  expect((await propose(address)).status).toBe(200);
});

test('coins count once: what is watched already or is the shop’s own is no further wallet, when proposed or decided', async () => {
  const refusal = { source: [expect.stringContaining('would count twice')] };
  const own = HDKey.fromMasterSeed(DEV_SEED, VERSIONS).derive("m/84'/2'/0'").publicExtendedKey;
  for (const source of [openWallet(core.chain, xpub).addresses[201]!.address, own, core.chain.addressAt(3).address])
    expect((await propose(source)).body.errors).toEqual(refusal);
  const whole = (await propose(otherXpub)).body.data.id;
  const { address } = openWallet(core.chain, otherXpub).addresses[1]!;
  const part = await watched(address);
  expect((await decide(whole)).body.errors).toEqual(refusal);
  expect((await decide(whole, 'rejected')).status).toBe(204);
  const remove = { params: { id: part }, body: { reason: 'A part of another' } };
  await shop.as(proposer)(contract.proposeColdWalletRemoval, remove);
  expect((await decide(part)).status).toBe(204);
});

test('the node says once a day what a wallet holds, on addresses for receiving and for change', async () => {
  const { addresses } = openWallet(core.chain, xpub);
  await core.pay(addresses[0]!.address, 70_000n);
  await core.pay(addresses[399]!.address, 30_000n);
  await settle();
  await readBalances(shop.ctx);
  expect(await reserves()).toEqual([
    {
      coin: 'LTC',
      wallets: 1,
      units: '100000',
      read_at: expect.any(String),
      unread: 0,
      worth_cents: expect.any(Number),
    },
  ]);
  await core.pay(addresses[1]!.address, 10_000n);
  await settle();
  await readBalances(shop.ctx);
  expect((await reserves())[0]).toMatchObject({ units: '100000' });
  shop.clock.advance(DAY_MS);
  await readBalances(shop.ctx);
  expect((await reserves())[0]).toMatchObject({ units: '110000' });
  await shop.refresh(proposer);
  await shop.refresh(decider);
  await refreshRates(shop.ctx, demoSources());
});

test('of Ether, the balance is that of a block that is deep enough to stay', async () => {
  const address = `0x${'c'.repeat(40)}`;
  await dev.send(address, 5_000_000_000_000n);
  await settle();
  const id = await watched(address, 'ETH');
  await readBalances(shop.ctx);
  expect(await read(id)).toMatchObject({ kind: 'address', balance: { units: '5000000000000' } });
});

/** A payment that the operator's wallet moved on; returns the transaction by which. */
async function swept() {
  const buyer = await shop.createUser({ tier: 2 });
  const { body } = await shop.as(buyer)(payments.createPayment, { body: { coin: 'LTC', amount_cents: 2000 } });
  await core.pay(core.localAddress(body.data.address), BigInt(body.data.amount_units));
  await settle();
  const [deposit] = await sql<{ txid: string; n: number; units: string; index: number }[]>`
    select d.txid, d.n, d.amount_units as units, a.index from deposits d
    join deposit_addresses a on a.coin = d.coin and a.key = d.key where d.payment_id = ${body.data.id}`;
  const { txid, n, units, index } = deposit!;
  const away = await core.sweep({ txid, index: n, units: BigInt(units) }, litecoinKey(index));
  await settle();
  return away;
}
const labelOf = async (txid: string) => (await auditor(listOutflows)).body.data.find((one) => one.txid === txid)?.label;

test('what goes to a watched wallet alone is labelled as such', async () => {
  const away = await swept();
  await watchOutflows(shop.ctx);
  expect(await labelOf(away)).toBeNull();
  const [{ paid }] = await sql<[{ paid: [string, string][] }]>`
    select paid from outflow_transactions where txid = ${away}`;
  await watched(core.chain.addressOf(paid[0]![0])!);
  await watchOutflows(shop.ctx);
  expect(await labelOf(away)).toBe('cold_wallet');
});

/** The node says that the next transactions paid this key, too. */
async function payingToo(key: string, look: () => Promise<void>) {
  const { adapter } = core.chain;
  const spendings: typeof adapter.spendings = async (height, txids) => {
    const block = await adapter.spendings(height, txids);
    const paid = { key, amount: 1n };
    return block && { ...block, spendings: block.spendings.map((one) => ({ ...one, paid: [...one.paid!, paid] })) };
  };
  shop.ctx.chains.LTC = { ...core.chain, adapter: { ...adapter, spendings } };
  await look();
  shop.ctx.chains.LTC = core.chain;
}

test('what goes to somebody else, too, is left to a person; what comes back to our own addresses is not', async () => {
  const away = await swept();
  const [own] = await sql<[{ key: string }]>`select key from deposit_addresses where coin = 'LTC' limit 1`;
  await payingToo('aa', () => watchOutflows(shop.ctx));
  expect(await labelOf(away)).toBeNull();
  const back = await swept();
  await payingToo(own.key, () => watchOutflows(shop.ctx));
  expect(await labelOf(back)).toBe('cold_wallet');
});

test('two people agree to watch a wallet no longer', async () => {
  const [{ id }] = (await auditor(contract.listColdWallets)).body.data.filter(
    ({ kind, state }) => kind === 'xpub' && state === 'watched',
  ) as [contract.ColdWallet];
  const remove = (by: typeof proposer) =>
    shop.as(by)(contract.proposeColdWalletRemoval, { params: { id }, body: { reason: 'Emptied' } });
  expect((await remove(await shop.createUser({ role: 'admin', duties: ['payouts'] }))).status).toBe(403);
  expect((await remove(proposer)).status).toBe(204);
  expect((await decide(id, 'approved', proposer)).status).toBe(403);
  expect((await decide(id, 'rejected')).status).toBe(204);
  expect(await read(id)).toMatchObject({ state: 'watched' });
  expect((await remove(proposer)).status).toBe(204);
  expect((await decide(id)).status).toBe(204);
  expect(await read(id)).toMatchObject({ state: 'removed', balance: { units: '110000' } });
  expect((await remove(proposer)).status).toBe(409);
  expect((await propose(xpub)).status, 'and may be added again').toBe(200);
});

test('a wallet or a balance that was written past the shop counts for nothing and is named', async () => {
  const problems = async (source: number) =>
    (await checkEvidence(shop.ctx, feature.evidence!, { source, after: FIRST_ID })).problems;
  expect([await problems(0), await problems(1)]).toEqual([[], []]);
  await expect(sql`update cold_wallets set state = 'watched' where state = 'proposed'`).rejects.toThrow('not approved');
  await expect(sql`update cold_wallets set state = 'proposed' where state = 'watched'`).rejects.toThrow("can't become");
  await expect(sql`delete from cold_wallets`).rejects.toThrow('append-only');
  await sql`update cold_wallet_balances set units = units + 1 where id = (select min(id) from cold_wallet_balances)`;
  expect(await problems(1)).toEqual([expect.stringContaining('was written past the shop')]);
  await sql`update cold_wallets set source = ${`0x${'d'.repeat(40)}`} where coin = 'ETH'`;
  expect(await problems(0)).toEqual([expect.stringContaining('was written past the shop')]);
  shop.clock.advance(DAY_MS);
  const before = (
    await sql`select from cold_wallet_balances b join cold_wallets w on w.id = b.wallet_id and coin = 'ETH'`
  ).count;
  await readBalances(shop.ctx);
  expect(
    (await sql`select from cold_wallet_balances b join cold_wallets w on w.id = b.wallet_id and coin = 'ETH'`).count,
  ).toBe(before);
});

test('people without the duties see nothing', async () => {
  for (const duties of [['support'], ['importer'], ['publisher']]) {
    const other = shop.as(await shop.createUser({ role: 'admin', duties }));
    expect((await other(contract.listColdWallets)).status).toBe(403);
    expect(
      (await other(contract.proposeColdWallet, { body: { coin: 'LTC', name: 'x', source: 'y', reason: 'why' } }))
        .status,
    ).toBe(403);
  }
  expect((await shop.as(null)(contract.listColdWallets)).status).toBe(401);
});

test('a wallet of several keys is watched by its descriptor, in whatever notation, and the node says what it holds', async () => {
  const accounts = [3, 4, 5].map((n) => HDKey.fromMasterSeed(DEV_SEED, VERSIONS).derive(`m/48'/2'/${n}'/2'`));
  const keys = accounts.map(({ publicExtendedKey }) => publicExtendedKey);
  /** By another library. */
  const addressAt = (branch: number, index: number) => {
    const sorted = accounts
      .map((account) => account.deriveChild(branch).deriveChild(index).publicKey!)
      .toSorted(Buffer.compare);
    return p2wsh(p2ms(2, sorted), { ...TEST_NETWORK, bech32: 'rltc' }).address!;
  };
  const typed = `wsh(sortedmulti(2,${keys.map((key, n) => `[0a1b2c3d/48'/2'/${n}'/2']${key}/0/*`).join(',')}))`;
  for (const person of [proposer, decider]) await shop.refresh(person);
  const { id } = (await propose(withChecksum(typed))).body.data;
  const source = `wsh(sortedmulti(2,${keys.map((key) => `${key}/<0;1>/*`).join(',')}))`;
  expect(await read(id)).toMatchObject({
    kind: 'multisig',
    source,
    first_addresses: [0, 1, 2].map((index) => addressAt(0, index)),
  });
  const another = `wsh(sortedmulti(2,${keys.toReversed().join(',')}))`;
  expect((await propose(source)).status, 'the same').toBe(409);
  expect((await decide(id)).status).toBe(204);
  expect((await propose(another)).body.errors, 'the same in another order').toHaveProperty('source');
  await core.pay(addressAt(0, 2), 40_000n);
  await core.pay(addressAt(1, 199), 50_000n);
  await settle();
  shop.clock.advance(DAY_MS);
  await readBalances(shop.ctx);
  expect((await read(id)).balance).toMatchObject({ units: '90000' });
  const forged = await shop.ctx.sql`update cold_wallets set source = 'wsh' where id = ${id}`.catch((error) => error);
  expect(forged.message).toContain('permission denied');
});
