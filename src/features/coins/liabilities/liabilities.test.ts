import { spawnSync } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { getOwnProof, listPublishedSums, type PublishedSum } from '#contracts/coins/liabilities.ts';
import { readSumStatement, writeSumStatement } from '#contracts/coins/sum-statement.ts';
import { eraseAccount, exportAccount } from '#contracts/identity/account.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import { type Transfer, transfer } from '#platform/ledger/transfer.ts';
import { createTestShop, type TestUser } from '#tests/support/shop.ts';
import { checkChain } from '#web/pages/coins/proof/check/check-chain.ts';
import { checkProof } from '#web/pages/coins/proof/check/check-proof.ts';
import { sweepTrees } from './proofs/sweep-trees.ts';
import { queueSum } from './publish/queue-sum.ts';
import { verifySums } from './publish/verify-sums.ts';

const shop = await createTestShop({}, { split: true });
const { sql } = shop;
let buyer: TestUser;
let other: TestUser;

/** A night passes, and with it the job that publishes. */
async function publish(): Promise<PublishedSum | undefined> {
  shop.clock.advance(DAY_MS);
  await queueSum(shop.ctx);
  await shop.runQueuedJobs();
  return (await published())[0];
}
const published = async () => (await shop.as(null)(listPublishedSums)).body.data;
/** With a session of now: the old ones end while the nights pass. */
const proofOf = async (user: TestUser | null, query: { number?: string } = {}) =>
  shop.as(user && { token: await shop.signIn(user.id) })(getOwnProof, { query });
const post = (entry: Omit<Transfer, 'unique_key'>) => transfer(sql, { ...entry, unique_key: `test:${randomUUID()}` });
const available = (user: TestUser) => ({ kind: 'available', owner_id: user.id, limited: true });
const alerts = () => sql`select kind, details from alerts where kind like 'liabilities.%' and resolved_at is null`;

async function addSeller(): Promise<string> {
  const [seller] = await sql<{ id: string }[]>`
    insert into sellers (legal_name, contact_email, country, data_key, tax_id, commission_bp, returns_borne_by, reserve_bp, reserve_days, minimum_payout_cents, created_by, created_at)
    values ('A seller', 'seller@example.com', 'DE', '', '', 500, 'seller', 0, 0, 1, ${other.id}, now()) returning id`;
  return seller!.id;
}

/** Everybody whom the shop owes something, and some to whom it doesn't. */
beforeAll(async () => {
  expect((await proofOf(await shop.createUser())).body.data).toEqual({ sum: null, proof: null });
  buyer = await shop.createUser({ balance_cents: 300_00 });
  other = await shop.createUser({ balance_cents: 45_67 });
  const reserved = { kind: 'preorder_reserved', owner_id: buyer.id, limited: true };
  await post({ debit: available(buyer), credit: reserved, amount_cents: 100_00, kind: 'preorder_reserved' });
  const debtor = { kind: 'debt', owner_id: (await shop.createUser()).id };
  const coins = { kind: 'crypto_eth', owner_id: null };
  await post({ debit: debtor, credit: coins, amount_cents: 77_00, kind: 'top_up_reversal' });
  const sales = { kind: 'sales', owner_id: null };
  const [paid, overdrawn] = [await addSeller(), await addSeller()].map((seller_id) => ({
    kind: 'seller_pending',
    owner_id: null,
    seller_id,
  }));
  await post({ debit: sales, credit: paid!, amount_cents: 20_00, kind: 'seller_sale' });
  await post({ debit: overdrawn!, credit: sales, amount_cents: 9_00, kind: 'seller_return' });
});

test('what is owed to buyers and sellers is published, without what somebody owes the shop', async () => {
  const sum = (await publish())!;
  expect(sum).toMatchObject({ number: 1, total_cents: 300_00 + 45_67 + 20_00, provable: true });
  expect(readSumStatement(sum.statement)).toMatchObject({
    shop: 'http://localhost',
    number: 1,
    at: shop.clock.now().toISOString(),
    height: 10,
    previous: null,
    reserves: [],
  });
  const [entry] = await sql`select subject, details from audit_entries where action = 'liabilities.published'`;
  expect(entry).toEqual({ subject: '1', details: { digest: sum.digest, total_cents: sum.total_cents, owners: 3 } });
});

test('each buyer gets the proof of the own balance, reserved money included, and it leads to the published sum', async () => {
  for (const [user, cents] of [
    [buyer, 300_00],
    [other, 45_67],
  ] as const) {
    const { status, body, headers } = await proofOf(user);
    expect([status, body.data.proof?.cents, headers.get('cache-control')]).toEqual([200, cents, 'no-store']);
    const { sum, proof } = body.data;
    expect(await checkProof(sum!, proof!, user.id)).toEqual({ fault: null, signature_checked: true });
    expect((await checkProof(sum!, proof!, user === buyer ? other.id : buyer.id)).fault).toBe('owner');
  }
  expect((await proofOf(null)).status).toBe(401);
});

test('whoever has no balance in a sum is told so: with an empty account, or one from after it', async () => {
  const late = await shop.createUser({ balance_cents: 5_00 });
  expect((await proofOf(late)).body.data).toMatchObject({ sum: { number: 1 }, proof: null });
  const next = (await publish())!;
  expect((await proofOf(late)).body.data).toMatchObject({ sum: { number: 2 }, proof: { cents: 5_00 } });
  expect((await proofOf(late, { number: '1' })).body.data).toMatchObject({ sum: { number: 1 }, proof: null });
  expect((await proofOf(await shop.createUser())).body.data).toMatchObject({ sum: { number: 2 }, proof: null });
  expect(next.total_cents).toBe(370_67);
});

test('a night is published once, however often it is asked for', async () => {
  const before = await published();
  for (const _again of [1, 2]) {
    await queueSum(shop.ctx);
    await shop.runQueuedJobs();
  }
  expect(await published()).toEqual(before);
});

test('sums follow each other: one that was changed, left out or is another than before is found', async () => {
  await publish();
  const sums = await published();
  expect(sums.map(({ number }) => number)).toEqual([3, 2, 1]);
  const broken = async (changed: readonly PublishedSum[], seen: Parameters<typeof checkChain>[1] = null) =>
    (await checkChain(changed, seen)).broken_at;
  expect(await broken(sums)).toBeNull();
  expect(await broken(sums, sums[1])).toBeNull();
  expect(await broken([sums[0]!, sums[2]!])).toBe(3);
  expect(await broken(sums, { ...sums[1]!, digest: createHash('sha256').digest('hex') })).toBe(2);
  expect(await broken(sums.slice(1), sums[0])).toBe(3);
  const rewritten = signed({ ...readSumStatement(sums[1]!.statement)!, total_cents: 1 });
  expect(await broken([sums[0]!, rewritten, sums[2]!])).toBe(3);
  expect(await broken([{ ...sums[0]!, public_key: sums[0]!.public_key.replace(/^../, '00') }, ...sums.slice(1)])).toBe(
    3,
  );
  const second = await shop.as(null)(listPublishedSums, { query: { per_page: '2', page: '2' } });
  expect(second.body.data).toEqual([sums[2]]);
  expect(second.body.meta).toMatchObject({ current_page: 2, last_page: 2, total: 3 });
});

/** A statement that the shop's key signed after all. */
function signed(stated: NonNullable<ReturnType<typeof readSumStatement>>): PublishedSum {
  const signer = shop.ctx.vault.signer('published sum');
  const statement = writeSumStatement(stated);
  return {
    number: stated.number,
    at: stated.at,
    total_cents: stated.total_cents,
    statement,
    digest: createHash('sha256').update(statement).digest('hex'),
    signature: signer.sign(statement).toString('hex'),
    public_key: signer.public_key.toString('hex'),
    provable: true,
  };
}

describe('nothing is published', () => {
  it('while a balance is another than its transfers say, below or above; the back office is told until it is put right', async () => {
    for (const cents of [-1, 1]) {
      await move(cents);
      const { number, total_cents } = (await published())[0]!;
      expect((await publish())!.number).toBe(number);
      const details = { balances_cents: total_cents - 9_00 + cents, ledger_cents: total_cents - 9_00 };
      expect(await alerts()).toEqual([{ kind: 'liabilities.unequal', details }]);
      await move(-cents);
      shop.clock.advance(-DAY_MS);
      expect((await publish())!.number).toBe(number + 1);
      expect(await alerts()).toEqual([]);
    }
  });

  it('that hides a balance below zero', async () => {
    const { number } = (await published())[0]!;
    await sql`alter table ledger_balances drop constraint ledger_balances_balance_cents_check`;
    await move(-500_00);
    expect((await publish())!.number).toBe(number);
    expect(await alerts()).toMatchObject([{ kind: 'liabilities.unequal' }]);
    await move(500_00);
    shop.clock.advance(-DAY_MS);
    expect((await publish())!.number).toBe(number + 1);
  });

  it('after a sum that somebody wrote past the shop', async () => {
    const [last] = await published();
    const number = last!.number + 1;
    const stated = { ...readSumStatement(last!.statement)!, number, previous: last!.digest };
    const statement = writeSumStatement(stated);
    shop.clock.advance(DAY_MS);
    await shop.ctx.sql`
      insert into published_sums (number, day, at, total_cents, statement, digest, signature, public_key)
      values (${number}, ${shop.clock.now()}, ${shop.clock.now()}, 1, ${statement}, sha256(convert_to(${statement}, 'UTF8')),
        ${Buffer.alloc(64)}, ${Buffer.alloc(32)})`;
    expect((await publish())!.number).toBe(number);
    expect(await alerts()).toEqual([{ kind: 'liabilities.forged', details: { number } }]);
    await expect(sql`delete from published_sums where number = ${number}`).rejects.toThrow();
    await sql.begin(async (tx) => {
      await tx`set local session_replication_role = replica`;
      await tx`delete from published_sums where number = ${number}`;
    });
    shop.clock.advance(-DAY_MS);
    expect((await publish())!.number).toBe(number);
    expect(await alerts()).toEqual([]);
  });
});

/** A sum that the shop's own role writes, with the statement and the signature of the newest. */
const writeAgain = (number: number, day: Date) => shop.ctx.sql`
  insert into published_sums (number, day, at, total_cents, statement, digest, signature, public_key)
  select ${number}, ${day}, at, total_cents, statement, digest, signature, public_key
  from published_sums where number = ${number - 1}`;
const asReplica = (work: (tx: typeof sql) => Promise<unknown>) =>
  sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await work(tx as unknown as typeof sql);
  });
const remove = (number: number) =>
  asReplica(async (tx) => {
    await tx`delete from sum_chunks where number = ${number}`;
    await tx`delete from published_sums where number = ${number}`;
  });
const verified = async () => (await verifySums(shop.ctx, '0')).problems;

test('a true statement that is stored once more, for a day to come, silences nothing: it is told at once, and named at night', async () => {
  const { number } = (await published())[0]!;
  expect(await verified()).toEqual([]);
  await writeAgain(number + 1, new Date(shop.clock.now().getTime() + 999 * DAY_MS));
  await publish();
  expect(await alerts()).toEqual([{ kind: 'liabilities.forged', details: { number: number + 1 } }]);
  expect(await verified()).toEqual([`published sum ${number + 1} was written past the shop`]);
  await remove(number + 1);
  expect((await publish())!.number).toBe(number + 1);
  expect(await alerts()).toEqual([]);
  expect(await verified()).toEqual([]);
});

test('a night that was taken away, and another one put in its place, is named, and so is a tree that lacks a part', async () => {
  const [newest, before] = await published();
  await remove(newest!.number);
  const removed = new RegExp(`^published sum ${newest!.number} of .* was removed, or another one put in its place$`);
  expect(await verified()).toEqual([expect.stringMatching(removed)]);
  expect((await publish())!.number).toBe(newest!.number);
  expect(await verified()).toEqual([expect.stringMatching(removed)]);
  await shop.ctx.sql`delete from sum_chunks where number = ${newest!.number} and level = 0 and position = 1`;
  expect(await verified()).toContain(`published sum ${newest!.number} lacks a part of its tree`);
  await asReplica(
    (tx) => tx`
      update published_sums set statement = 'other', digest = sha256('other') where number = ${before!.number}`,
  );
  expect(await verified()).toContain(`published sum ${newest!.number} names another sum before it`);
  await asReplica(
    (tx) => tx`
      update published_sums set statement = ${before!.statement}, digest = sha256(convert_to(${before!.statement}, 'UTF8'))
      where number = ${before!.number}`,
  );
  await asReplica((tx) => tx`delete from audit_entries where subject = ${String(newest!.number)}`);
  expect(await verified()).toContain(`published sum ${newest!.number} has no entry in the audit log`);
  await remove(newest!.number);
  expect((await publish())!.number).toBe(newest!.number);
  expect(await verified()).toEqual([]);
});

/** Moves a balance without a transfer, as only a superuser can. */
const move = (cents: number) => sql`
  update ledger_balances set balance_cents = balance_cents + ${cents}
  where account_id = (select id from ledger_accounts where owner_id = ${buyer.id} and kind = 'available')`;

test('the shop itself changes nothing that was published', async () => {
  for (const change of [
    shop.ctx.sql`update published_sums set total_cents = 0`,
    shop.ctx.sql`delete from published_sums`,
    shop.ctx.sql`truncate published_sums`,
    sql`update published_sums set total_cents = 0`,
    sql`truncate published_sums cascade`,
  ])
    await expect(change).rejects.toThrow();
});

test('what the addresses of a coin held is signed, too, at a block deep enough to stay', async () => {
  const block = 'cd'.repeat(32);
  const [account] = await sql<{ id: number; hash: string }[]>`
    insert into xpub_accounts (coin, xpub_hash, fingerprint) values ('BTC', sha256('key'), 'abcd1234')
    returning id, encode(xpub_hash, 'hex') as hash`;
  await sql`
    insert into chain_cursors (coin, identity, height, hash, state) values ('BTC', 'main', 900, 'top', 'following')`;
  await sql`insert into chain_blocks (coin, height, hash) values ('BTC', 900, 'top'), ('BTC', 898, ${block})`;
  for (const [n, height] of [897, 898, 899].entries())
    await sql`
      insert into unclaimed_deposits (coin, account_id, index, key, txid, n, amount_units, first_seen_at, height, hash)
      values ('BTC', ${account!.id}, 0, 'k1', ${'ab'.repeat(32)}, ${n}, 1000, now(), ${height}, 'of a block')`;
  await sql`insert into outflows (coin, key, height, amount_units) values ('BTC', 'k1', 898, 300), ('BTC', 'k1', 899, 1)`;
  const { statement } = (await publish())!;
  const reserve = { coin: 'BTC', units: '1700', height: 898, block, keys: [account!.hash] };
  expect(readSumStatement(statement)?.reserves).toEqual([reserve]);
});

test('proofs of a night end after 35 days, what was published stays', async () => {
  const first = (await published()).at(-1)!;
  shop.clock.advance(30 * DAY_MS);
  await sweepTrees(shop.ctx);
  const { number } = (await publish())!;
  expect((await proofOf(buyer, { number: String(number) })).status).toBe(200);
  shop.clock.advance(5 * DAY_MS);
  await sweepTrees(shop.ctx);
  const { status, body } = await proofOf(buyer, { number: '1' });
  expect([status, body.message]).toEqual([404, expect.stringContaining('35 nights')]);
  expect((await published()).at(-1)).toEqual({ ...first, provable: false });
  expect((await proofOf(buyer, { number: '999' })).status).toBe(404);
  expect(await sql`select distinct number from sum_chunks`).not.toContainEqual({ number: 1 });
});

test('an export tells what was published of oneself; an erased account takes nothing from the proofs of others', async () => {
  const leaving = await shop.createUser({ balance_cents: 1_00 });
  const sum = (await publish())!;
  leaving.token = await shop.signIn(leaving.id);
  const exported = (await shop.as(leaving)(exportAccount)).body;
  expect(exported).toMatchObject({ published_balances: [{ number: sum.number, at: sum.at, cents: 1_00 }] });
  expect((await shop.as(leaving)(eraseAccount, { body: { username: leaving.username, give_up: true } })).status).toBe(
    204,
  );
  expect((await shop.as(leaving)(getOwnProof)).status).toBe(401);
  const { proof } = (await proofOf(buyer)).body.data;
  expect((await checkProof(sum, proof!, buyer.id)).fault).toBeNull();
  expect((await publish())!.total_cents).toBe(sum.total_cents - 1_00);
});

const python = spawnSync('python3', ['--version']).status === 0;
const folder = mkdtempSync(join(tmpdir(), 'proof-'));
afterAll(() => rmSync(folder, { recursive: true }));

test.skipIf(!python)('the script in Python says the same (skipped where there is no python3)', async () => {
  const { data } = (await proofOf(other)).body;
  const run = (given: object) => {
    const file = join(folder, 'proof.json');
    writeFileSync(file, JSON.stringify(given));
    const { status, stdout, stderr } = spawnSync('python3', ['src/web/pages/coins/proof/own/check-proof.py', file]);
    return { status, said: `${stdout}${stderr}` };
  };
  const proven = run(data);
  expect(proven).toEqual({ status: 0, said: expect.stringContaining('Proven: 45.67 USD') });
  expect(proven.said).toContain(data.sum!.digest);
  const proof = data.proof!;
  const path = (change: object) => [{ ...proof.path[0]!, ...change }, ...proof.path.slice(1)];
  for (const changed of [
    { ...proof, cents: 45_68 },
    { ...proof, cents: -1 },
    { ...proof, path: path({ cents: 2 ** 53 }) },
    { ...proof, path: path({ cents: -5 }) },
    { ...proof, path: path({ hash: '00'.repeat(32) }) },
    { ...proof, path: path({ hash: `${proof.path[0]!.hash}00` }) },
    { ...proof, path: proof.path.slice(1) },
    null,
  ])
    expect(run({ ...data, proof: changed })).toEqual({ status: 1, said: expect.stringContaining('NOT PROVEN') });
});
