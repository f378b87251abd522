import { expect, test } from 'vitest';
import * as contract from '#contracts/customers/users.ts';
import { listNotifications } from '#contracts/messages/notifications.ts';
import { createTestShop } from '#tests/support/shop.ts';

const shop = await createTestShop();
const { sql } = shop;
const staff = (...duties: string[]) => shop.createUser({ role: 'admin', duties });
const [first, second] = [await staff('approver'), await staff('approver')];

type Who = { id: string; token: string };
const propose = (by: Who, { id }: Who, duties: contract.Duty[]) =>
  shop.as(by)(contract.proposeDuties, { params: { id }, body: { duties, reason: 'As agreed in the team' } });

async function decide(by: Who, { id }: Who, decision: 'approved' | 'rejected' = 'approved') {
  const [open] = await sql<{ id: string }[]>`select id from proposals where subject = ${id} and decision is null`;
  const body = { proposal_id: open?.id ?? id, decision, reason: 'Checked' };
  return shop.as(by)(contract.decideDuties, { params: { id }, body });
}
const dutiesOf = async ({ id }: Who) =>
  (await sql<{ role: string; duties: string[] }[]>`select role, duties from users where id = ${id}`)[0];

test('a buyer joins the back office, changes duties and leaves it, each time by two people, and hears of it', async () => {
  const person = await shop.createUser();
  const proposed = await propose(first, person, ['support', 'importer']);
  expect(proposed.body.data).toMatchObject({
    role: 'buyer',
    proposal: { duties: ['importer', 'support'], own: true, proposer: { username: first.username } },
  });
  expect(await dutiesOf(person)).toEqual({ role: 'buyer', duties: [] });
  expect((await decide(second, person)).body.data).toMatchObject({ duties: ['importer', 'support'], proposal: null });
  expect(await dutiesOf(person)).toEqual({ role: 'admin', duties: ['importer', 'support'] });

  await propose(second, person, ['publisher']);
  await decide(first, person);
  expect(await dutiesOf(person)).toEqual({ role: 'admin', duties: ['publisher'] });

  await propose(first, person, []);
  await decide(second, person);
  expect(await dutiesOf(person)).toEqual({ role: 'buyer', duties: [] });
  const { data } = (await shop.as(person)(listNotifications)).body;
  expect(data.map(({ content }) => content)).toEqual([
    'You no longer work in the back office.',
    'You now have these duties: publisher.',
    'You now have these duties: importer, support.',
  ]);
  const entries = await sql`
    select details -> 'from' as before, details -> 'to' as after from audit_entries
    where action = 'user.duties_changed' and subject = ${person.id} order by id`;
  expect(entries).toEqual([
    { before: [], after: ['importer', 'support'] },
    { before: ['importer', 'support'], after: ['publisher'] },
    { before: ['publisher'], after: [] },
  ]);
});

test('a rejected proposal changes nothing, and another one can follow', async () => {
  const person = await staff('support');
  await propose(first, person, ['publisher']);
  expect((await propose(second, person, ['payouts'])).status).toBe(409);
  expect((await decide(second, person, 'rejected')).body.data).toMatchObject({ duties: ['support'], proposal: null });
  expect((await propose(second, person, ['payouts'])).status).toBe(200);
});

test('nobody decides what they proposed, or about themselves', async () => {
  const person = await staff('approver');
  await propose(first, person, ['approver', 'support']);
  const own = await decide(first, person);
  expect([own.status, own.body.message]).toEqual([403, 'You proposed these duties, so someone else has to decide.']);
  const about = await decide(person, person);
  expect([about.status, about.body.message]).toEqual([403, 'Someone else has to decide about your own duties.']);
  expect((await dutiesOf(person))?.duties).toEqual(['approver']);
});

test.each([
  ['importer and approver', ['importer', 'approver']],
  ['auditor and another one', ['auditor', 'support']],
  ['seller and another one', ['seller', 'importer']],
  ['what the person has already', ['support']],
] as const)('%s can not be proposed', async (_what, duties) => {
  const person = await staff('support');
  expect((await propose(first, person, [...duties])).body.errors).toHaveProperty('duties');
});

test('an account that is not active gets no duty, and one that is not there has none', async () => {
  const inactive = await shop.createUser({ active: false });
  expect((await propose(first, inactive, ['support'])).status).toBe(409);
  const nobody = { id: crypto.randomUUID(), token: '' };
  expect((await propose(first, nobody, ['support'])).status).toBe(404);
  expect((await decide(first, nobody)).status).toBe(404);
  expect((await shop.as(first)(contract.getStaffMember, { params: { id: nobody.id } })).status).toBe(404);
});

test('the list names the staff alone, and by name also who could join them', async () => {
  const buyer = await shop.createUser();
  const names = async (username?: string) =>
    (await shop.as(first)(contract.listStaff, username === undefined ? {} : { query: { username } })).body.data.map(
      (person) => person.username,
    );
  expect(await names()).toContain(second.username);
  expect(await names()).not.toContain(buyer.username);
  expect(await names(buyer.username.toUpperCase())).toEqual([buyer.username]);
  expect(await names('nobody-here')).toEqual([]);
});

test('two approvers always remain, also where two of three give the duty up at the same moment', async () => {
  const fresh = await createTestShop();
  const all = await Promise.all([1, 2, 3].map(() => fresh.createUser({ role: 'admin', duties: ['approver'] })));
  const [one, two, three] = [all[0]!, all[1]!, all[2]!];
  const ask = (by: Who, { id }: Who) =>
    fresh.as(by)(contract.proposeDuties, { params: { id }, body: { duties: [], reason: 'Leaves the team' } });
  expect((await ask(one, two)).status).toBe(200);
  const leave = ({ id }: Who) => fresh.sql`update users set duties = '{}' where id = ${id}`.then(() => 'left', String);
  const left = await Promise.all([leave(one), leave(three)]);
  expect(left.filter((outcome) => outcome === 'left')).toHaveLength(1);
  expect(left.join()).toMatch(/is one of the last approvers/);
  const [by, other] = left[0] === 'left' ? [three, two] : [one, two];
  for (const about of [by, other]) {
    const refused = await ask(by, about);
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'Two other approvers must remain. Give the duty to somebody else first.',
    ]);
  }
});

test('the database itself refuses a duty that no other person decided, or decided for something else', async () => {
  const person = await staff('support');
  const take = (duties: string[], proposal?: string | null) =>
    proposal === undefined
      ? sql`update users set duties = ${duties} where id = ${person.id}`
      : sql`update users set duties = ${duties}, duties_proposal_id = ${proposal} where id = ${person.id}`;
  await expect(take(['support', 'payouts'])).rejects.toThrow(/nobody else gave these duties/);
  await propose(first, person, ['support', 'publisher']);
  await decide(second, person);
  const [row] = await sql<{ id: string }[]>`select duties_proposal_id as id from users where id = ${person.id}`;
  await expect(take(['support', 'publisher', 'payouts'], row!.id)).rejects.toThrow(/nobody else gave these duties/);
  await expect(take(['support'], null)).rejects.toThrow(/were decided anew/);
  await take(['support']);
  await expect(take(['support', 'publisher'], row!.id)).rejects.toThrow(/nobody else gave these duties/);
  const buyer = await shop.createUser();
  await expect(sql`update users set role = 'admin' where id = ${buyer.id}`).rejects.toThrow(/nobody else gave/);
  for (const duties of [
    ['importer', 'approver'],
    ['auditor', 'support'],
    ['seller', 'payouts'],
  ])
    await expect(staff(...duties)).rejects.toThrow(/users_(import_or_approve|audit_alone|sell_alone)/);
});
