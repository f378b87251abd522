import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { run as audit } from '#cli/verify/audit.ts';
import * as users from '#contracts/customers/users.ts';
import * as factors from '#contracts/identity/factors.ts';
import { createDecisionChallenge } from '#contracts/oversight/four-eyes.ts';
import { decideQuarantine } from '#contracts/supply/batches.ts';
import { MINUTE_MS } from '#contracts/time-units.ts';
import { adjustmentKind } from '#features/customers/users/adjustments/adjustment-kind.ts';
import { approveProgrammeAs } from '#features/demo/people/approve-as.ts';
import { getActorByUsername } from '#features/identity/sessions/get-actor-by-username.ts';
import { anchorAuditLog } from '#features/oversight/alerts/anchor-audit-log.ts';
import { dismiss } from '#features/oversight/four-eyes/dismiss.ts';
import { createProgramme } from '#features/supply/programmes/create-programme.ts';
import { balanceOf } from '#platform/ledger/transfer.ts';
import { rowMac } from '#platform/vault/row-seal.ts';
import { createAuthenticator } from '#tests/support/authenticator.ts';
import { refusal } from '#tests/support/refusal.ts';
import { createTestShop, type TestUser } from '#tests/support/shop.ts';
import { codeNumber, createStaff } from '#tests/support/staff.ts';

const data_dir = await mkdtemp(join(tmpdir(), 'facevalue-signed-'));
afterAll(() => rm(data_dir, { recursive: true }));
const shop = await createTestShop({ data_dir });
const { ctx, sql } = shop;
const staff = await createStaff(shop);
const reason = 'A reason to do it';
type Decision = 'approved' | 'rejected';
type Key = ReturnType<typeof createAuthenticator>;

const approver = () => shop.createUser({ role: 'admin', duties: ['approver'] });

async function addPasskey(who: TestUser, key = createAuthenticator()): Promise<Key> {
  const { data } = (await shop.as(who)(factors.startPasskey)).body;
  const body = { challenge_id: data.challenge_id, name: 'Key', response: key.make(data.options) };
  expect(await shop.as(who)(factors.addPasskey, { body })).toMatchObject({ status: 201 });
  return key;
}

/** A person of the staff with a passkey. */
async function withPasskey(): Promise<{ who: TestUser; key: Key }> {
  const who = await approver();
  return { who, key: await addPasskey(who) };
}

/** An open proposal to put five dollars on a balance. */
async function propose(by?: TestUser): Promise<{ id: string; person: TestUser }> {
  const [proposer, person] = [by ?? (await approver()), await shop.createUser()];
  const body = { cents: 500, cause: 'goodwill', reason } as const;
  expect((await shop.as(proposer)(users.proposeAdjustment, { params: { id: person.id }, body })).status).toBe(204);
  const [open] = await sql<{ id: string }[]>`select id from proposals where subject = ${person.id}`;
  return { id: open!.id, person };
}

type Proposal = Awaited<ReturnType<typeof propose>>;

const decide = (who: TestUser, { id, person }: Proposal, decision: Decision = 'approved') =>
  shop.as(who)(users.decideAdjustment, {
    params: { id: person.id },
    body: { proposal_id: id, decision, reason },
    idempotencyKey: randomUUID(),
  });

interface Signing {
  decision?: Decision;
  /** Changes what the authenticator is told. */
  told?: Partial<Parameters<Key['answer']>[0]>;
}

/** Signs a decision by a touch of the passkey; the session gets another token, as with every confirmation. */
async function sign(who: TestUser, key: Key, { id }: { id: string }, { decision = 'approved', told }: Signing = {}) {
  const challenge = await shop.as(who)(createDecisionChallenge, { params: { id }, body: { decision } });
  if (challenge.status !== 200) return challenge;
  const { challenge_id, options } = challenge.body.data;
  const body = { passkey: { challenge_id, response: key.answer({ ...options, ...told }) } };
  const signed = await shop.as(who)(factors.confirmIdentity, { body });
  if (signed.status === 200) who.token = signed.body.access_token;
  return signed;
}

/** What `facevalue audit verify` says of these ids. */
async function named(...ids: string[]): Promise<string[]> {
  await anchorAuditLog(ctx, 'now');
  const printed = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  await audit(ctx, ['verify']);
  const lines = printed.mock.calls.map(([text]) => String(text).trim());
  printed.mockRestore();
  return lines.filter((line) => ids.some((id) => line.includes(id)));
}

const signatureOf = async (proposal_id: string) =>
  (await sql<{ id: string }[]>`select id from decision_signatures where proposal_id = ${proposal_id}`)[0]!.id;

test('whoever has a passkey signs a decision by it, and one touch also confirms who it is', async () => {
  const { who, key } = await withPasskey();
  const proposal = await propose();
  shop.clock.advance(11 * MINUTE_MS);
  expect((await decide(who, proposal)).body).toMatchObject({ reason: 'step_up_required' });
  expect((await sign(who, key, proposal)).status).toBe(200);
  expect((await decide(who, proposal)).status).toBe(200);
  expect(await balanceOf(sql, { kind: 'available', owner_id: proposal.person.id })).toBe(500);
  expect(await named(proposal.id, await signatureOf(proposal.id))).toEqual([]);
});

test('without a signature the decision is refused, and says what is to be signed', async () => {
  const { who } = await withPasskey();
  const proposal = await propose();
  const refused = await decide(who, proposal);
  expect(refused).toMatchObject({
    status: 403,
    body: { reason: 'signature_required', proposal_id: proposal.id, decision: 'approved' },
  });
  expect((await decide(who, proposal, 'rejected')).body).toMatchObject({ decision: 'rejected' });
  expect(await sql`select decision from proposals where id = ${proposal.id}`).toEqual([{ decision: null }]);
});

test('a signature counts for one decision about one proposal by one person, for ten minutes', async () => {
  const [{ who, key }, other] = [await withPasskey(), await withPasskey()];
  const [proposal, another] = [await propose(), await propose()];
  expect((await sign(who, key, proposal, { decision: 'rejected' })).status).toBe(200);
  for (const refused of [
    await decide(who, proposal, 'approved'),
    await decide(who, another, 'rejected'),
    await decide(other.who, proposal, 'rejected'),
  ])
    expect(refused.body).toMatchObject({ reason: 'signature_required' });
  shop.clock.advance(601_000);
  await sql`update sessions set confirmed_at = ${shop.clock.now()} where user_id = ${who.id}`;
  expect((await decide(who, proposal, 'rejected')).body).toMatchObject({ reason: 'signature_required' });
  expect((await sign(who, key, proposal, { decision: 'rejected' })).status).toBe(200);
  expect((await decide(who, proposal, 'rejected')).status).toBe(200);
});

test('a foreign key, page or challenge signs nothing', async () => {
  const { who, key } = await withPasskey();
  const other = await withPasskey();
  const proposal = await propose();
  const plain = async () => {
    const { data } = (await shop.as(who)(factors.createPasskeyChallenge)).body;
    const body = { passkey: { challenge_id: data.challenge_id, response: key.answer(data.options) } };
    const confirmed = await shop.as(who)(factors.confirmIdentity, { body });
    who.token = confirmed.body.access_token;
    return confirmed.status;
  };
  expect((await sign(who, other.key, proposal)).status).toBe(422);
  expect((await sign(who, key, proposal, { told: { origin: 'https://evil.example' } })).status).toBe(422);
  expect((await sign(who, key, proposal, { told: { rpId: 'evil.example' } })).status).toBe(422);
  expect((await sign(who, key, proposal, { told: { challenge: 'AAAA' } })).status).toBe(422);
  expect(await plain()).toBe(200);
  expect((await decide(who, proposal)).body).toMatchObject({ reason: 'signature_required' });
});

test('challenges are for open proposals of others, and for people with a passkey', async () => {
  const { who, key } = await withPasskey();
  const [own, decided] = [await propose(who), await propose()];
  expect((await sign(who, key, own)).status).toBe(403);
  expect((await decide(await approver(), decided)).status).toBe(200);
  expect((await sign(who, key, decided)).status).toBe(409);
  expect((await sign(who, key, { id: randomUUID() })).status).toBe(404);
  expect((await sign(await approver(), key, await propose())).status).toBe(409);
});

test('a passkey that was removed still proves what it signed, and a decision after it needs no signature', async () => {
  const { who, key } = await withPasskey();
  const [proposal, later] = [await propose(), await propose()];
  await sign(who, key, proposal);
  expect((await decide(who, proposal)).status).toBe(200);
  const [{ id }] = await sql<[{ id: string }]>`select id from passkeys where user_id = ${who.id}`;
  expect((await shop.as(who)(factors.removePasskey, { params: { id } })).status).toBe(204);
  expect((await decide(who, later)).status).toBe(200);
  expect(await named(proposal.id, later.id, await signatureOf(proposal.id))).toEqual([]);
});

test('a decision that a passkey should have signed is named without its signature, whatever became of the passkey', async () => {
  const { who } = await withPasskey();
  const proposal = await propose();
  const [kept] = await sql`delete from passkeys where user_id = ${who.id} returning *`;
  expect((await decide(who, proposal)).status).toBe(200);
  expect(await named(proposal.id)).toEqual([
    expect.stringMatching(/^proposal .* is not signed, although its decider had a passkey$/),
  ]);
  await sql`insert into passkeys ${sql(kept as never)}`;
  expect(await named(proposal.id)).toHaveLength(1);
});

/** Signs and decides, and then has the owner of the tables, who has the MAC's key as well, change what was signed. */
async function altered(change: (row: Record<string, string>, more: { key: Key }) => Record<string, string>) {
  const { who, key } = await withPasskey();
  const proposal = await propose();
  await sign(who, key, proposal);
  await decide(who, proposal);
  const id = await signatureOf(proposal.id);
  const [row] = await sql<Record<string, string>[]>`select * from decision_signatures where id = ${id}`;
  const changes = change(row!, { key });
  await sql`alter table decision_signatures disable trigger user`;
  await sql`update decision_signatures set ${sql(changes)} where id = ${id}`;
  const [{ facts }] = await sql<[{ facts: string }]>`
    select sealed_facts(s) as facts from decision_signatures s where id = ${id}`;
  const mac = rowMac(ctx.vault, 'decision_signatures', facts);
  await sql`update decision_signatures set mac = ${mac} where id = ${id}`;
  await sql`alter table decision_signatures enable trigger user`;
  await sql`alter table decision_signatures enable always trigger zz_seal_own_write`;
  return named(id);
}

const client = (told: object) => Buffer.from(JSON.stringify({ type: 'webauthn.get', ...told })).toString('base64url');

test('a signature over something else, for another page, or by a key that is not theirs is named', async () => {
  const unsigned = [expect.stringMatching(/^signature of a decision .* does not sign this decision at this shop$/)];
  expect(await altered(() => ({ nonce: 'A'.repeat(43) }))).toEqual(unsigned);
  expect(await altered(() => ({ decision: 'rejected' }))).toEqual(unsigned);
  expect(await altered(() => ({ origin: 'https://evil.example' }))).toEqual(unsigned);
  expect(await altered(() => ({ client_data: client({ challenge: 'AAAA', origin: 'http://localhost' }) }))).toEqual(
    unsigned,
  );
  const other = await withPasskey();
  const [foreign] = await sql<
    { public_key: string }[]
  >`select public_key from passkeys where user_id = ${other.who.id}`;
  expect(await altered(() => ({ public_key: foreign!.public_key }))).toEqual([
    expect.stringMatching(/is by no passkey that the audit log knows of its decider$/),
  ]);
});

test('a signature that was written past the shop lets nobody decide, and is named', async () => {
  const { who, key } = await withPasskey();
  const proposal = await propose();
  const { data } = (
    await shop.as(who)(createDecisionChallenge, {
      params: { id: proposal.id },
      body: { decision: 'approved' },
    })
  ).body;
  const { response } = key.answer(data.options);
  const [forged] = await ctx.sql<{ id: string }[]>`
    insert into decision_signatures (proposal_id, decider_id, decision, nonce, credential_id, public_key, origin,
      client_data, authenticator_data, signature, signed_at, mac)
    select ${proposal.id}, ${who.id}, 'approved', c.nonce, k.credential_id, k.public_key, 'http://localhost',
      ${response.clientDataJSON}, ${response.authenticatorData}, ${response.signature}, ${shop.clock.now()}, decode(repeat('00', 32), 'hex')
    from passkey_challenges c, passkeys k where c.id = ${data.challenge_id} and k.user_id = ${who.id} returning id`;
  expect((await decide(who, proposal)).body).toMatchObject({ reason: 'signature_required' });
  expect(await named(forged!.id)).toEqual([expect.stringMatching(/written past the shop$/)]);
  await expect(ctx.sql`update decision_signatures set decision = 'rejected'`).rejects.toMatchObject({ code: '42501' });
  await expect(ctx.sql`delete from decision_signatures`).rejects.toMatchObject({ code: '42501' });
});

test('a key that was removed since does not count, although another one is left', async () => {
  const { who, key } = await withPasskey();
  const proposal = await propose();
  await sign(who, key, proposal);
  const left = await addPasskey(who);
  await sql`delete from passkeys where user_id = ${who.id} and credential_id <> ${left.id}`;
  expect((await decide(who, proposal)).body).toMatchObject({ reason: 'signature_required' });
  expect((await sign(who, left, proposal)).status).toBe(200);
  expect((await decide(who, proposal)).status).toBe(200);
});

test('quarantined cards are signed part by part, and the last part need not say what the whole does', async () => {
  const { who, key } = await withPasskey();
  const batch_id = await staff.openBatch((await staff.activeProgramme()).id);
  const row = (n: number) => `${codeNumber(n)},730415,25.00,USD`;
  await staff.importText(batch_id, ['code,pin,face_value,currency', row(97), row(194)].join('\n'));
  const [kept] = await sql<{ id: string; cards: string[] }[]>`
    select quarantine_id as id, array_agg(id) as cards from cards where batch_id = ${batch_id} group by 1`;
  const [open] = await sql<{ id: string }[]>`select id from proposals where subject = ${kept!.id}`;
  const settle = (decision: Decision, id: string, by = who) =>
    shop.as(by)(decideQuarantine, {
      params: { id: kept!.id },
      body: { proposal_id: open!.id, decision, ids: [id], reason },
      idempotencyKey: randomUUID(),
    });
  await sign(who, key, open!);
  expect((await settle('rejected', kept!.cards[0]!)).body).toMatchObject({ reason: 'signature_required' });
  expect((await settle('approved', kept!.cards[0]!)).body).toMatchObject({ data: { left: 1 } });
  const other = await withPasskey();
  await sign(other.who, other.key, open!, { decision: 'rejected' });
  expect((await settle('rejected', kept!.cards[1]!, other.who)).body).toMatchObject({ data: { left: 0 } });
  expect(await sql`select decision from proposals where id = ${open!.id}`).toEqual([{ decision: 'approved' }]);
  expect(await named(open!.id)).toEqual([]);
});

test('what ends with its subject is decided by nobody, and signed by nobody', async () => {
  const { who } = await withPasskey();
  const proposal = await propose();
  const actor = await getActorByUsername(ctx, who.username);
  await dismiss(ctx, ctx.sql, actor, { kind: adjustmentKind, subject: proposal.person.id, reason });
  expect(await sql`select decision, decider_id from proposals where id = ${proposal.id}`).toEqual([
    { decision: 'rejected', decider_id: who.id },
  ]);
  expect(await named(proposal.id)).toEqual([]);
});

test('a first approval of two is signed, and named without its signature', async () => {
  const { who, key } = await withPasskey();
  const { id } = await createProgramme(ctx, staff.importer, staff.programmeFacts());
  const [open] = await sql<{ id: string }[]>`select id from proposals where subject = ${id}`;
  const actor = await getActorByUsername(ctx, who.username);
  expect((await refusal(approveProgrammeAs(ctx, actor, { id }))).marks).toMatchObject({ reason: 'signature_required' });
  await sign(who, key, open!);
  await approveProgrammeAs(ctx, actor, { id });
  expect(await named(open!.id)).toEqual([]);
  await sql`alter table decision_signatures disable trigger user`;
  await sql`delete from decision_signatures where proposal_id = ${open!.id}`;
  await sql`alter table decision_signatures enable trigger user`;
  await sql`alter table decision_signatures enable always trigger zz_seal_own_write`;
  expect(await named(open!.id)).toEqual([
    expect.stringContaining('is not signed, although its approver had a passkey'),
  ]);
});
