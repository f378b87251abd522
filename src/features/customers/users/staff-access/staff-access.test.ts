import { expect, test } from 'vitest';
import * as contract from '#contracts/customers/users.ts';
import { getCurrentUser, login } from '#contracts/identity/auth.ts';
import { createTestShop, password, type TestUser } from '#tests/support/shop.ts';

const shop = await createTestShop({ operator_email: 'operator@example.com' });
const { sql } = shop;
const staff = (...duties: string[]) => shop.createUser({ role: 'admin', duties });
const [one, two, three] = [await staff('approver'), await staff('approver'), await staff('approver')];
const reason = 'Left the company';

type To = 'disabled' | 'enabled';
const propose = (by: TestUser, { id }: TestUser, to: To = 'disabled') =>
  shop.as(by)(contract.proposeAccess, { params: { id }, body: { to, reason } });

async function decide(by: TestUser, { id }: TestUser, decision: 'approved' | 'rejected' = 'approved') {
  const [open] = await sql<{ id: string }[]>`
    select id from proposals where subject = ${id} and kind = 'staff.access' and decision is null`;
  const body = { proposal_id: open?.id ?? id, decision, reason };
  return shop.as(by)(contract.decideAccess, { params: { id }, body });
}

const act = (
  by: TestUser,
  call: typeof contract.disableUser | typeof contract.enableUser | typeof contract.signOutUser,
  { id }: TestUser,
) => shop.as(by)(call as typeof contract.disableUser, { params: { id }, body: { reason } });
const isIn = async (user: TestUser) => (await shop.as(user)(getCurrentUser)).status === 200;

/** Who got mails since the last time, with their first words. */
async function mails() {
  await shop.runQueuedJobs();
  const rows = await sql<{ recipient: string; text_body: string }[]>`
    delete from mailbox where subject = 'Access of a staff member' returning recipient, text_body`;
  return Object.fromEntries(rows.map(({ recipient, text_body }) => [recipient, text_body]));
}

test('one approver alone disables nobody of the staff, and enables nobody', async () => {
  const person = await staff('support');
  const refused = await act(one, contract.disableUser, person);
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('takes two approvers')]);
  expect((await propose(one, person)).status).toBe(204);
  expect((await decide(one, person)).body.message).toBe('You proposed this, so someone else has to decide.');
  expect((await decide(person, person)).status).toBe(403);
  expect(await isIn(person)).toBe(true);
  expect((await decide(two, person)).status).toBe(204);
  expect(await isIn(person)).toBe(false);
  expect((await shop.as(null)(login, { body: { username: person.username, password } })).status).toBe(422);

  expect((await act(one, contract.enableUser, person)).status).toBe(409);
  expect((await propose(one, person)).status).toBe(409);
  await propose(two, person, 'enabled');
  expect((await decide(two, person)).status).toBe(403);
  expect((await decide(one, person)).status).toBe(204);
  expect((await shop.as(null)(login, { body: { username: person.username, password } })).status).toBe(200);
  const actions = await sql`
    select action, details ? 'proposal_id' as decided from audit_entries
    where subject = ${person.id} and action like 'user.%' order by id`;
  expect(actions).toEqual([
    { action: 'user.disabled', decided: true },
    { action: 'user.enabled', decided: true },
  ]);
});

test('a rejected proposal leaves the person in, and a buyer is disabled by one as ever', async () => {
  const person = await staff('importer');
  await propose(one, person);
  expect((await decide(two, person, 'rejected')).status).toBe(204);
  expect(await isIn(person)).toBe(true);
  const buyer = await shop.createUser();
  expect((await propose(one, buyer)).status).toBe(409);
  expect((await act(await staff('support'), contract.disableUser, buyer)).status).toBe(204);
});

test('ending the sessions of staff takes one approver, and the operator and the others hear of it', async () => {
  await mails();
  expect((await act(one, contract.signOutUser, two)).status).toBe(204);
  expect(await isIn(two)).toBe(false);
  const told = await mails();
  expect(Object.keys(told).toSorted()).toEqual(['operator@example.com', two.email, three.email].toSorted());
  for (const text of Object.values(told))
    expect(text).toContain(`${one.username} ended every session of ${two.username}.`);
  const [entry] =
    await sql`select actor_id from audit_entries where action = 'user.signed_out' and subject = ${two.id}`;
  expect(entry).toEqual({ actor_id: one.id });
  two.token = await shop.signIn(two.id);
  const buyer = await shop.createUser();
  await act(one, contract.signOutUser, buyer);
  expect(await mails()).toEqual({});
});

test('a proposal to disable an approver is mailed at once to all but the proposer, who never counts as the one left', async () => {
  const fourth = await staff('approver');
  await mails();
  await propose(one, fourth);
  const told = await mails();
  expect(Object.keys(told).toSorted()).toEqual(
    ['operator@example.com', two.email, three.email, fourth.email].toSorted(),
  );
  expect((await decide(two, fourth)).status).toBe(204);
  await propose(one, three);
  expect((await decide(two, three)).status).toBe(204);
  const last = await propose(one, two);
  expect([last.status, last.body.message]).toEqual([409, expect.stringContaining('Two other approvers must remain')]);
});

test('the database itself lets nobody close out staff, or let them in, without the decision of this moment', async () => {
  const person = await staff('payouts');
  const disable = () => sql`update users set disabled_at = now() where id = ${person.id}`;
  await expect(disable()).rejects.toThrow(/nobody decided about the access/);
  await propose(one, person);
  await decide(two, person);
  await expect(sql`update users set disabled_at = null where id = ${person.id}`).rejects.toThrow(/nobody decided/);
  await propose(one, person, 'enabled');
  await decide(two, person);
  await expect(disable()).rejects.toThrow(/nobody decided about the access/);
});
