import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateSync } from 'otplib';
import { afterAll, expect, test, vi } from 'vitest';
import { run as audit } from '#cli/verify/audit.ts';
import * as users from '#contracts/customers/users.ts';
import * as account from '#contracts/identity/account.ts';
import * as auth from '#contracts/identity/auth.ts';
import * as factors from '#contracts/identity/factors.ts';
import { listAlerts } from '#contracts/oversight/alerts.ts';
import * as auditCalls from '#contracts/oversight/audit.ts';
import { placeOrder, revealCard } from '#contracts/shop/orders.ts';
import { MINUTE_MS } from '#contracts/time-units.ts';
import { hashPassword } from '#features/identity/factors/passwords/password.ts';
import { distrustDevices, trustDevice } from '#features/identity/sessions/devices/trust-device.ts';
import { hashToken, newToken } from '#features/identity/sessions/session/session-token.ts';
import { anchorAuditLog } from '#features/oversight/alerts/anchor-audit-log.ts';
import { connect } from '#platform/db/client.ts';
import { balanceOf, transfer } from '#platform/ledger/transfer.ts';
import { sealTables } from '#platform/vault/seal-tables.ts';
import { expectForgedRowAlert } from '#tests/support/forged-row-alert.ts';
import { createTestShop, password, type TestUser } from '#tests/support/shop.ts';
import { addCards } from '#tests/support/stock.ts';

const data_dir = await mkdtemp(join(tmpdir(), 'facevalue-forged-'));
afterAll(() => rm(data_dir, { recursive: true }));
const shop = await createTestShop({ data_dir });
const { ctx, sql } = shop;
/** What somebody has who stole the credentials of a process that serves: its role, and nothing of the vault. */
const thief = connect(shop.databaseUrl, { max: 2 });
afterAll(() => thief.end({ timeout: 1 }));

const denied = { code: '42501' };
const reason = 'A reason to do it';
const approver = () => shop.createUser({ role: 'admin', duties: ['approver'] });
const login = (username: string, typed = password) =>
  shop.as(null)(auth.login, { body: { username, password: typed } });

/** As somebody who found the key of the decisions' gate in a copy of the database, but has nothing of the vault. */
const decidePastTheGate = (id: string, decider: TestUser) => sql`
  update proposals set decision = 'approved', decider_id = ${decider.id}, decided_at = now(),
    mac = decode(repeat('00', 32), 'hex') where id = ${id}`;

/** What `facevalue audit verify` says of these ids. */
async function named(...ids: string[]): Promise<string[]> {
  await anchorAuditLog(ctx, 'now');
  const printed = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  const code = await audit(ctx, ['verify']);
  const lines = printed.mock.calls.map(([text]) => String(text).trim());
  printed.mockRestore();
  const found = lines.filter((line) => ids.some((id) => line.includes(id)));
  expect(code).toBe(found.length > 0 || lines.some((line) => line.includes('not all')) ? 1 : 0);
  return found;
}

test('nobody is named while every row is the shop’s own', async () => {
  const [one, two, person] = [await approver(), await approver(), await shop.createUser()];
  const params = { id: person.id };
  const body = { cents: 500, cause: 'goodwill', reason } as const;
  expect((await shop.as(one)(users.proposeAdjustment, { params, body })).status).toBeLessThan(300);
  const [open] = await sql<{ id: string }[]>`select id from proposals where subject = ${person.id}`;
  const decision = { proposal_id: open!.id, decision: 'approved', reason } as const;
  const decided = await shop.as(two)(users.decideAdjustment, { params, body: decision, idempotencyKey: randomUUID() });
  expect(decided.body).toMatchObject({ data: { balance_cents: 500 } });
  const [kept] =
    await sql`select decider_session_id is not null as session, decider_factor from proposals where id = ${open!.id}`;
  expect(kept).toEqual({ session: true, decider_factor: 'password' });
  expect(await named(open!.id, person.id)).toEqual([]);
});

test('a session that was written past the shop opens nothing, and raises an alert', async () => {
  const staff = await approver();
  const token = newToken();
  const [forged] = await thief<{ id: string }[]>`
    with device as (
      insert into devices (user_id, token_hash) values (${staff.id}, ${hashToken(newToken())}) returning id)
    insert into sessions (user_id, device_id, token_hash, expires_at, confirmed_at, confirmed_by)
    select ${staff.id}, id, ${hashToken(token)}, now() + interval '1 day', now(), 'totp' from device returning id`;
  expect((await shop.as({ token })(auth.getCurrentUser)).status).toBe(401);
  expect((await shop.as({ token })(users.listStaff)).status).toBe(401);
  await expectForgedRowAlert(shop, `sessions:${forged!.id}`);
  expect(await named(forged!.id)).toEqual([expect.stringMatching(/^session .* was written past the shop$/)]);
});

test('a session can neither be moved to somebody else nor take the place of another', async () => {
  const [own, victim] = [await shop.createUser(), await shop.createUser()];
  await expect(thief`update sessions set user_id = ${victim.id} where user_id = ${own.id}`).rejects.toMatchObject(
    denied,
  );
  const token = newToken();
  await thief`update sessions set token_hash = ${hashToken(token)} where user_id = ${victim.id}`;
  expect((await shop.as({ token })(auth.getCurrentUser)).status).toBe(401);
});

test('a fresh factor that was written past the shop confirms nothing', async () => {
  const staff = await approver();
  shop.clock.advance(11 * MINUTE_MS);
  const list = () => shop.as(staff)(users.proposeDuties, { params: { id: staff.id }, body: { duties: [], reason } });
  expect((await list()).body).toMatchObject({ reason: 'step_up_required' });
  await thief`update sessions set confirmed_at = ${shop.clock.now()} where user_id = ${staff.id}`;
  expect((await list()).status).toBe(401);
});

test('trust in a device that was written past the shop is none, and a later confirmation does not seal it', async () => {
  const person = await shop.createUser({ balance_cents: 1 });
  const { access_token: token, device } = (await login(person.username)).body;
  await thief`update devices set trusted_at = now() where user_id = ${person.id} and token_hash = ${hashToken(device!)}`;
  const { body } = await shop.as({ token })(factors.getConfirmation);
  expect(body.data.needs_device_code).toBe(true);
  const again = (await shop.as(null)(auth.login, { body: { username: person.username, password, device: device! } }))
    .body;
  expect((await shop.as({ token: again.access_token })(factors.getConfirmation)).body.data.needs_device_code).toBe(
    true,
  );
});

test('nobody becomes staff by a row: not by an insert, an update, or a decision that nobody made', async () => {
  const [one, two, buyer] = [await approver(), await approver(), await shop.createUser()];
  await expect(
    thief`insert into users (username, email, password_hash, role) values ('root', 'r@example.com', '', 'admin')`,
  ).rejects.toMatchObject(denied);
  await expect(thief`update users set role = 'admin' where id = ${buyer.id}`).rejects.toMatchObject(denied);
  await expect(thief`update users set tier = 2 where id = ${buyer.id}`).rejects.toMatchObject(denied);
  await expect(thief`select give_duties(${randomUUID()}, null)`).rejects.toThrow('no decision');
  await expect(thief`select give_tier(${buyer.id}, 2::smallint, null)`).rejects.toThrow('nobody checked');
  const [forged] = await thief<{ id: string }[]>`
    insert into proposals (kind, subject, facts, proposer_id, reason, proposed_at)
    values ('duty.change', ${buyer.id}, '{"duties": "approver"}', ${one.id}, 'because', now()) returning id`;
  const give = () => thief`select give_duties(${forged!.id}, decode(repeat('00', 32), 'hex'))`;
  await expect(give()).rejects.toThrow('no decision');
  await decidePastTheGate(forged!.id, two);
  await give();
  expect((await shop.as(buyer)(users.listStaff)).status).toBe(401);
  expect((await login(buyer.username)).status).toBe(422);
  expect(await named(forged!.id, buyer.id)).toEqual([
    expect.stringMatching(/^proposal .* was written past the shop$/),
    expect.stringMatching(/^account .* was written past the shop$/),
  ]);
});

test('a proposal that nobody made is not approved by an honest decision', async () => {
  const [one, two, person] = [await approver(), await approver(), await shop.createUser()];
  const [forged] = await thief<{ id: string }[]>`
    insert into proposals (kind, subject, facts, proposer_id, reason, proposed_at)
    values ('balance.adjust', ${person.id}, '{"cents": 500000, "cause": "goodwill"}', ${one.id}, 'because', now()) returning id`;
  const body = { proposal_id: forged!.id, decision: 'approved', reason } as const;
  const params = { id: person.id };
  const decided = await shop.as(two)(users.decideAdjustment, { params, body, idempotencyKey: randomUUID() });
  expect(decided.status).toBe(403);
  expect(await balanceOf(sql, { kind: 'available', owner_id: person.id })).toBe(0);
});

/** Puts 5,000 dollars on a balance, with a proposal and a decision that nobody made. */
async function mint(person: TestUser): Promise<{ proposal: string; adjustment: string }> {
  const [one, two] = [await approver(), await approver()];
  const [proposal] = await thief<{ id: string }[]>`
    insert into proposals (kind, subject, facts, proposer_id, reason, proposed_at)
    values ('balance.adjust', ${person.id}, '{"cents": 500000, "cause": "goodwill"}', ${one.id}, 'because', now()) returning id`;
  await decidePastTheGate(proposal!.id, two);
  const [row] = await thief<{ id: string }[]>`
    insert into balance_adjustments (user_id, proposal_id, cause, cents, booked_at)
    values (${person.id}, ${proposal!.id}, 'goodwill', 500000, now()) returning id`;
  await transfer(thief, {
    debit: { kind: 'adjustments', owner_id: null },
    credit: { kind: 'available', owner_id: person.id, limited: true },
    amount_cents: 500_000,
    kind: 'adjustment',
    reference: row!.id,
    unique_key: `adjustment:${row!.id}`,
  });
  return { proposal: proposal!.id, adjustment: row!.id };
}

test('money from a decision that nobody made is named by the command and, within a day, by an alert', async () => {
  const { proposal, adjustment } = await mint(await shop.createUser());
  expect(await named(proposal, adjustment)).toEqual([
    expect.stringMatching(new RegExp(`^proposal ${proposal} of .* was written past the shop$`)),
    expect.stringMatching(new RegExp(`^adjustment of a balance ${adjustment} of .* has no entry in the audit log$`)),
  ]);
  const auditor = shop.as(await shop.createUser({ role: 'admin', duties: ['auditor'] }));
  await auditor(auditCalls.startVerification, { body: { kind: 'audit' } });
  const latest = async () => (await auditor(auditCalls.listVerifications, { query: { kind: 'audit' } })).body.data[0]!;
  do await shop.runQueuedJobs();
  while ((await latest()).state === 'running');
  const { state, named: names } = await latest();
  expect(state).toBe('broken');
  expect(names.join('\n')).toContain(proposal);
  const alerts = (await shop.as(await shop.createUser({ role: 'admin' }))(listAlerts, { query: { open: '1' } })).body
    .data;
  expect(alerts).toContainEqual(expect.objectContaining({ kind: 'audit.broken', severity: 'critical' }));
});

test('a forged entry of the audit log does not hide what it is about', async () => {
  const person = await shop.createUser();
  const { proposal } = await mint(person);
  await thief`insert into audit_entries (actor_id, action, subject) values (${person.id}, 'proposal.approved', ${proposal})`;
  expect(await named(proposal)).toEqual([expect.stringContaining('was written past the shop')]);
});

test('a reveal without an entry of the audit log is named', async () => {
  const buyer = await shop.createUser({ balance_cents: 10_000 });
  const [shown, forged] = await addCards(shop, { price_cents: 1_000, count: 2 });
  const bought = await shop.as(buyer)(placeOrder, {
    body: { ids: [shown!.id, forged!.id] },
    idempotencyKey: randomUUID(),
  });
  const params = { id: bought.body.data.id, card_id: shown!.id };
  expect((await shop.as(buyer)(revealCard, { params, body: { consent: true } })).status).toBe(200);
  const [line] = await thief<{ id: string }[]>`
    update order_lines set state = 'revealed', consent_at = now(), revealed_at = now(), guarantee_ends_at = now()
    where card_id = ${forged!.id} returning id`;
  const [own] = await sql<{ id: string }[]>`select id from order_lines where card_id = ${shown!.id}`;
  expect(await named(own!.id, line!.id)).toEqual([
    expect.stringMatching(`^reveal of order line ${line!.id} .* has no entry`),
  ]);
});

test('a password or an address that was written past the shop signs nobody in', async () => {
  const victim = await shop.createUser();
  await thief`update users set password_hash = ${await hashPassword('the-thief-knows-this-1')} where id = ${victim.id}`;
  const refused = await login(victim.username, 'the-thief-knows-this-1');
  expect(refused).toMatchObject({ status: 422, body: { message: (await login('nobody.at.all')).body.message } });
  expect((await shop.as(victim)(auth.getCurrentUser)).status).toBe(401);

  const other = await shop.createUser();
  await thief`update users set email = 'thief@example.com' where id = ${other.id}`;
  await shop.as(null)(auth.forgotPassword, { body: { username: other.username } });
  await shop.runQueuedJobs();
  expect(await sql`select from mailbox where recipient = 'thief@example.com'`).toHaveLength(0);
});

test('an account that was opened again past the shop stays closed, and an honest change seals nothing forged', async () => {
  const [staff, person] = [await approver(), await shop.createUser()];
  const params = { id: person.id };
  await shop.as(staff)(users.disableUser, { params, body: { reason } });
  await thief`update users set disabled_at = null where id = ${person.id}`;
  expect((await login(person.username)).status).toBe(422);
  expect((await shop.as(staff)(users.disableUser, { params, body: { reason } })).status).toBe(403);
  expect((await login(person.username)).status).toBe(422);
});

/** Puts a row back as it was, with its MAC of then. */
const putBack = (table: string, id: string, columns: readonly string[], row: Record<string, unknown>) =>
  thief`update ${thief(table)} set ${thief(row as never, ...(columns as never[]))} where id = ${id}`;

test('a password of before its change does not come back with its MAC', async () => {
  const person = await shop.createUser();
  const [before] = await thief`select * from users where id = ${person.id}`;
  const body = { current_password: password, password: 'another-battery-9-staple' };
  expect((await shop.as(person)(account.changePassword, { body })).status).toBe(204);
  await putBack('users', person.id, ['password_hash', 'mac'], before!);
  expect((await login(person.username)).status).toBe(422);
  expect(await named(person.id)).toEqual([expect.stringContaining('was written past the shop')]);
  await expect(thief`update users set revision = 0 where id = ${person.id}`).rejects.toMatchObject(denied);
  // What the owner of the tables puts back from a backup counts.
  await sql`update users set ${sql(before as never, ...(['password_hash', 'mac', 'revision'] as never[]))} where id = ${person.id}`;
  expect((await login(person.username)).status).toBe(200);
});

test('an account that was disabled stays so, whichever of its earlier rows is put back, and in how many steps', async () => {
  const [staff, person] = [await approver(), await shop.createUser()];
  const [before] = await thief`select * from users where id = ${person.id}`;
  await shop.as(staff)(users.disableUser, { params: { id: person.id }, body: { reason } });
  await thief`update users set mac = null where id = ${person.id}`;
  await putBack('users', person.id, ['disabled_at', 'mac'], before!);
  expect((await login(person.username)).status).toBe(422);
  await putBack('users', person.id, ['disabled_at', 'mac'], before!);
  expect((await login(person.username)).status).toBe(422);
});

test('the token of a session from before a confirmation opens nothing again, nor does a session that ended', async () => {
  const person = await shop.createUser();
  const token = (await login(person.username)).body.access_token;
  const [before] = await thief`select * from sessions where token_hash = ${hashToken(token)}`;
  const confirmed = await shop.as({ token })(factors.confirmIdentity, { body: { password } });
  expect(confirmed.status).toBe(200);
  await putBack('sessions', before!.id, ['token_hash', 'confirmed_at', 'confirmed_by', 'mac'], before!);
  expect((await shop.as({ token })(auth.getCurrentUser)).status).toBe(401);

  const other = (await login(person.username)).body.access_token;
  const [ended] = await thief`select * from sessions where token_hash = ${hashToken(other)}`;
  await shop.as({ token: other })(auth.logout);
  await expect(thief`insert into sessions ${thief(ended as never)}`).rejects.toMatchObject(denied);
  const { id: _, revision: __, mac: ___, ...rest } = ended!;
  await thief`insert into sessions ${thief(rest as never)}`;
  await thief`update sessions set mac = ${ended!.mac} where token_hash = ${hashToken(other)}`;
  expect((await shop.as({ token: other })(auth.getCurrentUser)).status).toBe(401);
});

test('trust that was taken from a device does not come back, and a device is not swapped behind its session', async () => {
  const person = await shop.createUser();
  const { access_token: token, device } = (await login(person.username)).body;
  const [{ id }] = await sql<[{ id: string }]>`select id from devices where token_hash = ${hashToken(device!)}`;
  await trustDevice(ctx, ctx.sql, id);
  const needsCode = async () => (await shop.as({ token })(factors.getConfirmation)).body.data.needs_device_code;
  expect(await needsCode()).toBe(false);
  const [trusted] = await thief`select * from devices where id = ${id}`;
  await distrustDevices(ctx.sql, person.id);
  await putBack('devices', id, ['trusted_at', 'mac'], trusted!);
  expect(await needsCode()).toBe(true);
  // A second factor trusts it anew, whatever somebody had written.
  await trustDevice(ctx, ctx.sql, id);
  expect(await needsCode()).toBe(false);

  const swapped = { ...trusted!, token_hash: hashToken(newToken()), mac: null };
  await expect(thief`insert into devices ${thief(swapped as never)}`).rejects.toMatchObject(denied);
  await expect(thief`update devices set token_hash = ${swapped.token_hash}`).rejects.toMatchObject(denied);
});

test('a passkey that was removed does not come back', async () => {
  const person = await shop.createUser();
  await sql`insert into passkeys (user_id, credential_id, public_key, name) values (${person.id}, ${person.id}, '\\x01', 'Key')`;
  const [removed] = await thief`delete from passkeys where user_id = ${person.id} returning *`;
  await expect(thief`insert into passkeys ${thief(removed as never)}`).rejects.toMatchObject(denied);
  await thief`
    insert into passkeys (user_id, credential_id, public_key, name, created_at)
    values (${person.id}, ${person.id}, '\\x01', 'Key', ${removed!.created_at})`;
  await thief`update passkeys set mac = ${removed!.mac} where user_id = ${person.id}`;
  const [back] = await sql<{ id: string }[]>`select id from passkeys where user_id = ${person.id}`;
  expect(await named(back!.id)).toEqual([expect.stringContaining('was written past the shop')]);
});

test('a password alone signs nobody in after the row of their second factor was deleted past the shop', async () => {
  const person = await shop.createUser();
  const setUp = async (token: string) => {
    const { secret } = (await shop.as({ token })(factors.startTwoFactor)).body.data;
    const otp = generateSync({ secret, epoch: Math.floor(shop.clock.now().getTime() / 1000) });
    return (await shop.as({ token })(factors.confirmTwoFactor, { body: { otp } })).body.data.recovery_codes;
  };
  const [code] = await setUp(person.token);
  await thief`delete from totp_secrets where user_id = ${person.id}`;
  const refused = await login(person.username);
  expect(refused).toMatchObject({ status: 422, body: { reason: 'otp_required', factors: ['recovery_code'] } });
  expect((await shop.as(person)(factors.confirmIdentity, { body: { password } })).status).toBe(422);
  await expectForgedRowAlert(shop, `users:${person.id}`);
  expect(await named(person.id)).toEqual([expect.stringMatching(/has lost its second factor past the shop$/)]);
  await thief`update users set second_factor = false where id = ${person.id}`;
  expect((await login(person.username)).status).toBe(422);
  await sql`update users set second_factor = true where id = ${person.id}`;

  const body = { username: person.username, password, otp: code! };
  const { access_token: token } = (await shop.as(null)(auth.login, { body })).body;
  await setUp(token);
  expect(await named(person.id)).toEqual([]);
  // What its owner ends is no loss: the password is enough again.
  expect((await shop.as({ token })(factors.endTwoFactor)).status).toBe(204);
  expect((await login(person.username)).status).toBe(200);
});

test('a mailed link that was used, stopped or has ended is not revived, nor a recovery code', async () => {
  const person = await shop.createUser();
  await shop.as(null)(auth.forgotPassword, { body: { username: person.username } });
  await shop.runQueuedJobs();
  const [mail] = await sql`select text_body from mailbox where recipient = ${person.email} order by id desc limit 1`;
  const token = /token=([\w.-]+)/.exec(mail!.text_body)![1]!;
  const reset = (typed: string) => shop.as(null)(auth.resetPassword, { body: { token, password: typed } });
  const stays = { code: '23001' };
  await expect(
    thief`update email_tokens set expires_at = expires_at + interval '1 year' where user_id = ${person.id}`,
  ).rejects.toMatchObject(stays);
  expect((await reset('a-new-password-of-the-owner')).status).toBe(204);
  await expect(thief`update email_tokens set used_at = null where user_id = ${person.id}`).rejects.toMatchObject(stays);
  const [row] = await thief`delete from email_tokens where user_id = ${person.id} returning *`;
  await expect(thief`insert into email_tokens ${thief({ ...row!, used_at: null } as never)}`).rejects.toMatchObject(
    denied,
  );
  expect((await reset('a-new-password-of-the-thief')).status).toBe(422);

  await sql`insert into recovery_codes (user_id, code_mac, used_at) values (${person.id}, ${randomBytes(32)}, now())`;
  await expect(thief`update recovery_codes set used_at = null where user_id = ${person.id}`).rejects.toMatchObject(
    stays,
  );
});

test('a mailed link opens the account that it was made for, whatever its row says', async () => {
  const [own, victim] = [await shop.createUser(), await shop.createUser()];
  await shop.as(null)(auth.forgotPassword, { body: { username: own.username } });
  await shop.runQueuedJobs();
  const [mail] = await sql`select text_body from mailbox where recipient = ${own.email} order by id desc limit 1`;
  const token = /token=([\w.-]+)/.exec(mail!.text_body)![1]!;
  await expect(thief`update email_tokens set user_id = ${victim.id} where user_id = ${own.id}`).rejects.toMatchObject(
    denied,
  );
  const [row] = await thief`delete from email_tokens where user_id = ${own.id} returning *`;
  const { id: _, revision: __, mac: ___, ...rest } = row!;
  const forged = { ...rest, user_id: victim.id, email: victim.email, used_at: undefined };
  await expect(
    thief`insert into email_tokens ${thief({ ...row!, user_id: victim.id } as never)}`,
  ).rejects.toMatchObject(denied);
  const columns = ['user_id', 'purpose', 'email', 'created_at', 'expires_at'];
  await thief`insert into email_tokens ${thief(forged as never, ...(columns as never[]))}`;
  const body = { token, password: 'a-new-password-of-the-thief' };
  expect((await shop.as(null)(auth.resetPassword, { body })).status).toBe(422);
});

test("a passkey's key stays as it is, and one that was added past the shop is named", async () => {
  const victim = await shop.createUser();
  await expect(thief`update passkeys set public_key = '\\x00'`).rejects.toMatchObject(denied);
  const [forged] = await thief<{ id: string }[]>`
    insert into passkeys (user_id, credential_id, public_key, name) values (${victim.id}, 'thief', '\\x00', 'key') returning id`;
  expect(await named(forged!.id)).toEqual([expect.stringMatching(/^passkey .* was written past the shop$/)]);
});

test('rows from before are sealed once, by the owner alone', async () => {
  const [old, later] = [await shop.createUser(), await shop.createUser()];
  const strip = ({ id }: TestUser) => thief`update users set mac = null where id = ${id}`;
  await strip(old);
  expect((await login(old.username)).status).toBe(422);
  await expect(thief`update sealings set sealed_at = null`).rejects.toMatchObject(denied);
  await sealTables(ctx.vault, sql);
  expect((await login(old.username)).status).toBe(200);
  await strip(later);
  await sealTables(ctx.vault, sql);
  expect((await login(later.username)).status).toBe(422);
});
