import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import * as contract from '#contracts/customers/tiers.ts';
import { eraseAccount } from '#contracts/identity/account.ts';
import { getCurrentUser } from '#contracts/identity/auth.ts';
import { listNotifications } from '#contracts/messages/notifications.ts';
import { withdrawProposal } from '#contracts/oversight/four-eyes.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import { createTestShop, type TestUser } from '#tests/support/shop.ts';

const shop = await createTestShop();
const { sql } = shop;
const staff = (...duties: string[]) => shop.createUser({ role: 'admin', duties });
const [support, approver] = [await staff('support'), await staff('approver')];
const reason = 'Checked on 3 March';

let people = 0;
const checkOf = (changes: object = {}) => ({
  evidence: 'check-7Q2F',
  identity: `person-${++people}-ab`,
  checked_on: shop.clock.now().toISOString().slice(0, 10),
  ...changes,
});
const set = (by: TestUser, { id }: { id: string }, tier: number, check: object = {}) =>
  shop.as(by)(contract.setTier, { params: { id }, body: { tier, reason, ...check } });
const ask = (user: TestUser, tier: number) => shop.as(user)(contract.requestTier, { body: { tier } });
const limitsOf = async (user: TestUser) => (await shop.as(user)(contract.getLimits)).body.data;
const tierOf = async (user: TestUser) => (await shop.as(user)(getCurrentUser)).body.data.tier;
async function decide(by: TestUser, { id }: TestUser, decision: 'approved' | 'rejected' = 'approved') {
  const [open] = await sql<{ id: string }[]>`select id from proposals where subject = ${id} and decision is null`;
  return shop.as(by)(contract.decideTier, {
    params: { id },
    body: { proposal_id: open?.id ?? randomUUID(), decision, reason },
  });
}

test('a buyer sees the tiers, asks for the next one, gets it on evidence and hears of it', async () => {
  const buyer = await shop.createUser({ tier: 0, balance_cents: 4_000 });
  expect(await limitsOf(buyer)).toMatchObject({
    tier: 0,
    used: { stored_cents: 4_000, spent_24h_cents: 0, top_up_30d_cents: 0 },
    tiers: [{ stored_balance_cents: 150_00 }, { one_order_cents: 500_00 }, { spend_24h_cents: 5_000_00 }],
    request: null,
  });
  expect((await ask(buyer, 1)).status).toBe(201);
  expect((await ask(buyer, 2)).status).toBe(409);
  const waiting = (await shop.as(support)(contract.listTierRequests)).body.data;
  expect(waiting).toMatchObject([{ user: { username: buyer.username }, from_tier: 0, tier: 1 }]);
  expect((await set(support, buyer, 1, checkOf())).body.data).toEqual({ tier: 1, proposed: false });
  expect(await tierOf(buyer)).toBe(1);
  expect((await limitsOf(buyer)).request).toMatchObject({ state: 'granted' });
  expect((await shop.as(support)(contract.listTierRequests)).body.meta.total).toBe(0);
  const told = (await shop.as(buyer)(listNotifications)).body.data.map(({ title }) => title);
  expect(told).toContain('Your account is now at tier 1');
  expect((await ask(buyer, 1)).body.errors).toHaveProperty('tier');
});

test('a request is refused for a reason that the buyer reads, or taken back', async () => {
  const buyer = await shop.createUser({ tier: 0 });
  const { data } = (await ask(buyer, 2)).body;
  const refuse = (by: TestUser) =>
    shop.as(by)(contract.refuseTierRequest, { params: { id: data.id }, body: { reason: 'The check failed' } });
  expect((await refuse(await staff('importer'))).status).toBe(403);
  expect((await refuse(support)).status).toBe(204);
  expect((await refuse(support)).status).toBe(404);
  expect((await limitsOf(buyer)).request).toMatchObject({ state: 'refused', reason: 'The check failed' });
  await shop.runQueuedJobs();
  const [mail] = await sql`select text_body from mailbox where recipient = ${buyer.email}`;
  expect(mail?.text_body).toContain('The check failed');
  const again = (await ask(buyer, 1)).body.data;
  const withdraw = (by: TestUser) => shop.as(by)(contract.withdrawTierRequest, { params: { id: again.id } });
  expect((await withdraw(await shop.createUser())).status).toBe(404);
  expect((await withdraw(buyer)).status).toBe(204);
  expect((await withdraw(buyer)).status).toBe(404);
  const inactive = await shop.createUser({ active: false, tier: 0 });
  expect((await ask(inactive, 1)).status).toBe(403);
});

test('tier 2 takes a second person, who is neither the first nor the buyer', async () => {
  const buyer = await shop.createUser({ tier: 1 });
  expect((await set(approver, buyer, 2, checkOf())).body.data).toEqual({ tier: 1, proposed: true });
  expect(await tierOf(buyer)).toBe(1);
  expect((await decide(approver, buyer)).status).toBe(403);
  expect((await decide(support, buyer)).status).toBe(403);
  const second = await staff('approver');
  expect((await decide(second, buyer)).body.data).toEqual({ tier: 2 });
  expect(await tierOf(buyer)).toBe(2);
  expect((await decide(second, buyer)).status).toBe(409);
  const person = await staff('approver');
  expect((await set(person, person, 2, checkOf())).status).toBe(403);
  expect((await set(support, person, 2, checkOf())).status).toBe(403);
});

test('a rejected tier 2 changes nothing, nor does one for an account that was disabled in the meantime', async () => {
  const buyer = await shop.createUser({ tier: 0 });
  const check = checkOf();
  await set(support, buyer, 2, check);
  expect((await decide(approver, buyer, 'rejected')).body.data).toEqual({ tier: 0 });
  // The identity gave this account nothing, so it is free for its owner.
  const owner = await shop.createUser({ tier: 0 });
  expect((await set(support, owner, 2, check)).status).toBe(200);
  await sql`update users set disabled_at = now() where id = ${owner.id}`;
  expect((await decide(approver, owner)).status).toBe(409);
  expect((await set(support, owner, 1, checkOf())).status).toBe(409);
});

test('a withdrawn tier 2 binds nobody: not its account to the identity, nor the identity to its account', async () => {
  const buyer = await shop.createUser({ tier: 0 });
  const check = checkOf();
  await set(support, buyer, 2, check);
  expect((await set(support, await shop.createUser({ tier: 0 }), 1, check)).status).toBe(409);
  const [open] = await sql<{ id: string }[]>`select id from proposals where subject = ${buyer.id} and decision is null`;
  expect((await shop.as(support)(withdrawProposal, { params: { id: open!.id } })).status).toBe(204);
  expect((await set(support, buyer, 1, checkOf())).body.data).toEqual({ tier: 1, proposed: false });
  expect((await set(support, await shop.createUser({ tier: 0 }), 1, check)).status).toBe(200);
  // Verified once, an account keeps its identity.
  expect((await set(support, buyer, 2, checkOf())).body.message).toMatch(/verified as somebody else/);
});

test.each([
  ['evidence', { evidence: undefined }],
  ['evidence', { evidence: 'Jane Doe, born 1990' }],
  ['evidence', { evidence: '4012888888881881' }],
  ['identity', { identity: undefined }],
  ['identity', { identity: '4012-8888-8888-1881' }],
  ['checked_on', { checked_on: undefined }],
  ['checked_on', { checked_on: '2999-01-01' }],
])('no tier without its %s, as in %o', async (field, changes) => {
  const buyer = await shop.createUser({ tier: 0 });
  const answer = await set(support, buyer, 1, checkOf(changes));
  expect([answer.status, Object.keys(answer.body.errors ?? {})]).toEqual([422, [field]]);
  expect(await tierOf(buyer)).toBe(0);
});

test('a tier is lowered by one person, and only a reference and a digest of the person are kept', async () => {
  const buyer = await shop.createUser({ tier: 0 });
  const check = checkOf();
  await set(support, buyer, 1, check);
  expect((await set(support, buyer, 1)).status).toBe(409);
  expect((await set(support, buyer, 0)).body.data).toEqual({ tier: 0, proposed: false });
  expect(await tierOf(buyer)).toBe(0);
  expect((await set(support, { id: randomUUID() }, 0)).status).toBe(404);
  const kept = JSON.stringify([
    await sql`select * from tier_checks where user_id = ${buyer.id}`,
    await sql`select * from identities where user_id = ${buyer.id}`,
    await sql`select * from audit_entries where subject = ${buyer.id}`,
  ]);
  expect(kept).toContain(check.evidence);
  expect(kept).not.toContain(check.identity);
});

test('the database itself raises no tier that nobody checked', async () => {
  const buyer = await shop.createUser({ tier: 0 });
  const raise = (tier: number) => sql`update users set tier = ${tier} where id = ${buyer.id}`;
  await expect(raise(1)).rejects.toThrow(/nobody checked/);
  await set(support, buyer, 2, checkOf());
  await sql`update tier_checks set granted_at = now() where user_id = ${buyer.id}`;
  await expect(raise(2)).rejects.toThrow(/nobody checked/);
});

test('the same identity is one person: another account is refused, for 30 days after the first was erased too', async () => {
  const [first, other] = [await shop.createUser({ tier: 0 }), await shop.createUser({ tier: 0 })];
  const check = checkOf();
  await set(support, first, 1, check);
  const refused = await set(support, other, 1, { ...check, identity: check.identity.toUpperCase() });
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringMatching(/counts as one person/)]);
  expect((await set(support, first, 2, checkOf())).body.message).toMatch(/verified as somebody else/);
  const body = { username: first.username, give_up: true };
  expect((await shop.as(first)(eraseAccount, { body })).status).toBe(204);
  expect((await set(support, other, 1, check)).status).toBe(409);
  shop.clock.advance(31 * DAY_MS);
  const later = await staff('support');
  expect((await set(later, other, 1, checkOf({ identity: check.identity }))).status).toBe(200);
  expect(await sql`select from identities where user_id = ${first.id}`).toHaveLength(0);
});
