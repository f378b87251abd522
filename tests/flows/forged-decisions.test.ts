import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import * as users from '#contracts/customers/users.ts';
import * as auth from '#contracts/identity/auth.ts';
import { createProgramme } from '#features/supply/programmes/create-programme.ts';
import { connect } from '#platform/db/client.ts';
import { createTestShop, password } from '#tests/support/shop.ts';
import { codeNumber, createStaff } from '#tests/support/staff.ts';

const shop = await createTestShop();
const { ctx, sql } = shop;
const { importer, approver, second, programmeFacts, activeProgramme, openBatch, importText, onSale } =
  await createStaff(shop);
/** What somebody has who stole the credentials of a process that serves: its role, and nothing of the vault. */
const thief = connect(shop.databaseUrl, { max: 2 });
afterAll(() => thief.end({ timeout: 1 }));

const reason = 'A reason to do it';
const refusedBy = (table: string) => ({ code: '23514', constraint_name: `${table}_gated` });
const one = approver.user.id;
const two = second.user.id;

const openAbout = async (subject: string) => {
  const [open] = await sql<{ id: string }[]>`select id from proposals where subject = ${subject} and decision is null`;
  return open!.id;
};
const approveAs = (decider: string, id: string, gate: Uint8Array | null = null) => thief`
  update proposals set decision = 'approved', decider_id = ${decider}, decided_at = now(), mac = decode(repeat('00', 32), 'hex'),
    gate = ${gate} where id = ${id}`;
const agreeAs = (approver_id: string, proposal_id: string, gate: Uint8Array | null = null) => thief`
  insert into proposal_approvals (proposal_id, approver_id, at, gate) values (${proposal_id}, ${approver_id}, now(), ${gate})`;

let serial = 1;
const rows = (count: number) =>
  ['code,pin,face_value', ...Array.from({ length: count }, () => `${codeNumber(serial++ * 97)},730415,25.00`)].join(
    '\n',
  );

test('no programme, version or key takes effect by a decision that nobody made', async () => {
  const { id } = await createProgramme(ctx, importer, programmeFacts());
  const open = await openAbout(id);
  await expect(agreeAs(one, open)).rejects.toMatchObject(refusedBy('proposal_approvals'));
  // As if one of the two had been bribed.
  await sql`insert into proposal_approvals (proposal_id, approver_id, at) values (${open}, ${one}, now())`;
  await expect(approveAs(two, open)).rejects.toMatchObject(refusedBy('proposals'));
  const [kept] = await sql`
    select p.state, v.state as version, k.approved_at from programmes p
      join programme_versions v on v.programme_id = p.id join issuer_keys k on k.programme_id = p.id where p.id = ${id}`;
  expect(kept).toEqual({ state: 'proposed', version: 'proposed', approved_at: null });
});

test('what let one decision pass lets no other', async () => {
  const [done, waiting] = [await activeProgramme(), await createProgramme(ctx, importer, programmeFacts())];
  const [passed] = await sql<{ gate: Uint8Array }[]>`select gate from proposals where subject = ${done.id}`;
  const [agreed] = await sql<{ gate: Uint8Array }[]>`
    select gate from proposal_approvals where proposal_id = (select id from proposals where subject = ${done.id})`;
  expect([passed!.gate.length, agreed!.gate.length]).toEqual([32, 32]);
  const open = await openAbout(waiting.id);
  await expect(agreeAs(one, open, agreed!.gate)).rejects.toMatchObject(refusedBy('proposal_approvals'));
  await sql`insert into proposal_approvals (proposal_id, approver_id, at) values (${open}, ${one}, now())`;
  await expect(approveAs(two, open, passed!.gate)).rejects.toMatchObject(refusedBy('proposals'));
});

test('the role that serves neither reads nor replaces the key of the gate', async () => {
  const denied = { code: '42501' };
  await expect(thief`select from decision_gate`).rejects.toMatchObject(denied);
  await expect(thief`update decision_gate set inner_key = outer_key`).rejects.toMatchObject(denied);
  await expect(thief`delete from decision_gate`).rejects.toMatchObject(denied);
  await expect(thief`alter table proposals disable trigger proposals_gated`).rejects.toMatchObject(denied);
});

test('without a key nothing is decided at all', async () => {
  const { id } = await createProgramme(ctx, importer, programmeFacts());
  const open = await openAbout(id);
  const [key] = await sql`delete from decision_gate returning *`;
  await expect(agreeAs(one, open)).rejects.toMatchObject(refusedBy('proposal_approvals'));
  await sql`insert into decision_gate ${sql(key as never)}`;
});

test('no batch goes on sale by a decision that nobody made', async () => {
  const batch_id = await openBatch((await activeProgramme()).id);
  await importText(batch_id, rows(2));
  await expect(approveAs(one, await openAbout(batch_id))).rejects.toMatchObject(refusedBy('proposals'));
  await expect(
    thief`update imports set approved_by = ${one}, approved_at = now() where batch_id = ${batch_id}`,
  ).rejects.toThrow('was not approved');
  await sql`update cards set issuer_confirmed = true where batch_id = ${batch_id}`;
  await expect(thief`update cards set state = 'available' where batch_id = ${batch_id}`).rejects.toThrow();
});

test('a decision about a batch lets nothing on sale that was imported into it later', async () => {
  const { batch_id } = await onSale([{ code: codeNumber(serial++ * 97) }, { code: codeNumber(serial++ * 97) }]);
  await importText(batch_id, rows(2));
  const [decided] = await sql<{ decider_id: string }[]>`
    select decider_id from proposals where subject = ${batch_id} and decision = 'approved'`;
  await expect(thief`
    update imports set approved_by = ${decided!.decider_id}, approved_at = now()
    where batch_id = ${batch_id} and approved_at is null`).rejects.toThrow('was not approved');
});

test('no quarantined card is admitted by a decision that nobody made', async () => {
  const batch_id = await openBatch((await activeProgramme()).id);
  await importText(
    batch_id,
    `code,pin,face_value,currency\n${codeNumber(serial++ * 97)},730415,25.00,USD\n${codeNumber(serial++ * 97)},730415,25.00,`,
  );
  const [kept] = await sql<{ id: string }[]>`select id from quarantines where batch_id = ${batch_id}`;
  const open = await openAbout(kept!.id);
  await expect(thief`
    insert into quarantine_decisions (quarantine_id, proposal_id, decision, decided_by, decided_at)
    values (${kept!.id}, ${open}, 'approved', ${one}, now())`).rejects.toMatchObject(refusedBy('quarantine_decisions'));
});

test('nobody of the staff is let in again, or gets money, by a decision that nobody made', async () => {
  const [first, person] = [
    await shop.createUser({ role: 'admin', duties: ['approver'] }),
    await shop.createUser({ role: 'admin', duties: ['support'] }),
  ];
  const params = { id: person.id };
  await shop.as(first)(users.proposeAccess, { params, body: { to: 'disabled', reason } });
  await expect(approveAs(one, await openAbout(person.id))).rejects.toMatchObject(refusedBy('proposals'));
  const body = { proposal_id: await openAbout(person.id), decision: 'approved', reason } as const;
  const other = await shop.createUser({ role: 'admin', duties: ['approver'] });
  expect((await shop.as(other)(users.decideAccess, { params, body })).status).toBe(204);
  await expect(thief`update users set disabled_at = null where id = ${person.id}`).rejects.toThrow('nobody decided');
  expect((await shop.as(null)(auth.login, { body: { username: person.username, password } })).status).toBe(422);

  const buyer = await shop.createUser();
  const adjustment = { cents: 500, cause: 'goodwill', reason } as const;
  await shop.as(first)(users.proposeAdjustment, { params: { id: buyer.id }, body: adjustment });
  const open = await openAbout(buyer.id);
  await expect(approveAs(one, open)).rejects.toMatchObject(refusedBy('proposals'));
  await expect(thief`
    insert into balance_adjustments (user_id, proposal_id, cause, cents, booked_at)
    values (${buyer.id}, ${open}, 'goodwill', 500, now())`).rejects.toThrow('nobody else agreed');
  const decision = { proposal_id: open, decision: 'approved', reason } as const;
  const decided = await shop.as(other)(users.decideAdjustment, {
    params: { id: buyer.id },
    body: decision,
    idempotencyKey: randomUUID(),
  });
  expect(decided.status).toBe(200);
});
