import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { listProposals, withdrawProposal } from '#contracts/oversight/four-eyes.ts';
import { transaction } from '#platform/db/transaction.ts';
import { refusal } from '#tests/support/refusal.ts';
import { createTestShop, type TestUser } from '#tests/support/shop.ts';
import { createStaff } from '#tests/support/staff.ts';
import { releaseKind } from '../../coins/holds/release-kind.ts';
import { approveProgrammeAs } from '../../demo/people/approve-as.ts';
import type { ProposalFacts, ProposalKind } from '../../feature.ts';
import { getActorByUsername } from '../../identity/sessions/get-actor-by-username.ts';
import { batchKind } from '../../supply/batches/proposals/batch-kind.ts';
import { createProgramme } from '../../supply/programmes/create-programme.ts';
import { decide } from './decide.ts';
import { dismiss } from './dismiss.ts';
import { propose } from './propose.ts';

const shop = await createTestShop();
const { ctx, sql } = shop;
const { programmeFacts, second } = await createStaff(shop);
const admin = (...duties: string[]) => shop.createUser({ role: 'admin', duties });
const [importer, approver] = [await admin('importer'), await admin('approver')];
// Was an importer once: nobody holds both duties at the same time.
const both = await admin('approver');
async function actor({ username }: TestUser) {
  const found = await getActorByUsername(ctx, username);
  const before = username === both.username ? ['importer'] : [];
  return { ...found, user: { ...found.user, roles: [...found.user.roles, ...before] } };
}

async function open(by = importer, { kind = batchKind, reason = 'a good reason' } = {}) {
  const subject = randomUUID();
  await propose(ctx, sql, await actor(by), { kind, subject, facts: { name: subject }, reason });
  const [row] = await sql<{ id: string }[]>`select id from proposals where subject = ${subject}`;
  return { id: row!.id, subject };
}
const approve = async (user: TestUser, subject: string, id?: string) =>
  decide(ctx, sql, await actor(user), { kind: batchKind, subject, decision: 'approved', ...(id && { id }) });
const outcomes = (settled: PromiseSettledResult<unknown>[]) =>
  settled.map((one) => (one.status === 'fulfilled' ? 'done' : (one.reason.code as string))).toSorted();
const decisionOf = async (id: string) =>
  (await sql`select decision, decider_id, decision_reason from proposals where id = ${id}`)[0];
const list = async (user: TestUser, query = {}) => (await shop.as(user)(listProposals, { query })).body;
const withdraw = (user: TestUser | null, id: string) => shop.as(user)(withdrawProposal, { params: { id } });
const trail = (id: string) =>
  sql`select action, actor_id, details from audit_entries where subject = ${id} order by id`;

test('what one person proposes another decides, once, with both in the audit log', async () => {
  const { id, subject } = await open();
  const decided = await approve(approver, subject, id);
  expect(decided).toMatchObject({ id, subject, facts: { name: subject }, proposer_id: importer.id });
  expect(await decisionOf(id)).toEqual({ decision: 'approved', decider_id: approver.id, decision_reason: null });
  const details = { kind: 'batch.approval', subject };
  expect(await trail(id)).toEqual([
    { action: 'proposal.opened', actor_id: importer.id, details: { ...details, reason: 'a good reason' } },
    { action: 'proposal.approved', actor_id: approver.id, details: { ...details, reason: null } },
  ]);
  expect((await refusal(approve(await admin('approver'), subject))).code).toBe('conflict');
});

test('nobody decides their own proposal, without the duty, or before their account is active', async () => {
  const { id, subject } = await open(both);
  const own = await refusal(approve(both, subject));
  expect([own.code, own.message]).toEqual(['forbidden', "Whoever opened or imported a batch can't approve it."]);
  expect((await refusal(approve(importer, subject))).message).toMatch(/approver duty/);
  const former = await shop.createUser({ role: 'buyer', duties: ['approver'] });
  expect((await refusal(approve(former, subject))).code).toBe('forbidden');
  const waiting = await shop.createUser({ role: 'admin', duties: ['approver'], active: false });
  expect((await refusal(approve(waiting, subject))).message).toMatch(/not active|activat/i);
  expect(await decisionOf(id)).toMatchObject({ decision: null });
});

test('whoever is inactive or no admin proposes nothing', async () => {
  for (const facts of [{ role: 'admin', active: false }, { role: 'buyer' }] as const)
    expect((await refusal(open(await shop.createUser(facts)))).code).toBe('forbidden');
});

test('a decision counts for the proposal that was read', async () => {
  const { id, subject } = await open();
  await dismiss(ctx, sql, await actor(importer), { kind: batchKind, subject, reason: 'thought again' });
  expect((await refusal(approve(approver, subject, id))).code).toBe('conflict');
  await propose(ctx, sql, await actor(importer), { kind: batchKind, subject, facts: { name: 'other' } });
  const changed = await refusal(approve(approver, subject, id));
  expect([changed.code, changed.message]).toEqual([
    'conflict',
    'There is a newer proposal. Read it before you decide.',
  ]);
});

test('of one subject one proposal of a kind is open at a time', async () => {
  const { subject } = await open();
  const again = propose(ctx, sql, await actor(both), { kind: batchKind, subject, facts: {} });
  expect((await refusal(again)).code).toBe('conflict');
  await propose(ctx, sql, await actor(both), { kind: releaseKind, subject, facts: { coin: 'ETH', amount_units: '1' } });
});

test('a decision is about a proposal of its own kind only', async () => {
  const { subject } = await open(importer, { kind: releaseKind });
  expect((await refusal(approve(approver, subject))).code).toBe('conflict');
  const [left] = await sql`select kind, decision from proposals where subject = ${subject}`;
  expect(left).toEqual({ kind: releaseKind.name, decision: null });
});

test('of two who propose at once one is refused, and of two who decide at once one wins', async () => {
  const subject = randomUUID();
  const proposing = await Promise.allSettled(
    [importer, both].map(async (user) =>
      propose(ctx, sql, await actor(user), { kind: batchKind, subject, facts: { name: 'race' } }),
    ),
  );
  expect(outcomes(proposing)).toEqual(['conflict', 'done']);
  const deciders = await Promise.all([admin('approver'), admin('approver'), admin('approver')]);
  const deciding = await Promise.allSettled(
    deciders.map(async (user) => {
      const who = await actor(user);
      return transaction(sql, (tx) => decide(ctx, tx, who, { kind: batchKind, subject, decision: 'approved' }));
    }),
  );
  expect(outcomes(deciding)).toEqual(['conflict', 'conflict', 'done']);
  expect(await sql`select decision from proposals where subject = ${subject}`).toEqual([{ decision: 'approved' }]);
});

test('a withdrawal and an approval at the same moment: one of them counts', async () => {
  for (let round = 0; round < 5; round++) {
    const { id } = await createProgramme(ctx, await actor(importer), programmeFacts());
    const [row] = await sql<{ id: string }[]>`select id from proposals where subject = ${id}`;
    const who = await actor(approver);
    await approveProgrammeAs(ctx, second, { id });
    const [approved, withdrawn] = await Promise.allSettled([
      approveProgrammeAs(ctx, who, { id }),
      withdraw(importer, row!.id),
    ]);
    const counted = withdrawn.status === 'fulfilled' && withdrawn.value.status === 204;
    expect(outcomes([approved])).toEqual([counted ? 'conflict' : 'done']);
    expect(withdrawn).toMatchObject({ value: { status: counted ? 204 : 409 } });
    const [programme] = await sql`select state from programmes where id = ${id}`;
    expect(programme).toEqual({ state: counted ? 'withdrawn' : 'active' });
  }
});

test('a programme takes two approvers, who see it once each, and of three at once one comes too late', async () => {
  const { id } = await createProgramme(ctx, await actor(importer), programmeFacts());
  const [row] = await sql<{ id: string }[]>`select id from proposals where subject = ${id}`;
  const third = await admin('approver');
  const mine = async (user: TestUser) =>
    (await list(user, { per_page: '100' })).data.find((one) => one.id === row!.id)?.approved_by;
  expect(await mine(third)).toEqual([]);
  await approveProgrammeAs(ctx, second, { id });
  expect(await mine(third)).toEqual([second.user.username]);
  const [seenByFirst] = await sql`select count(*) from proposal_approvals where proposal_id = ${row!.id}`;
  expect(seenByFirst).toEqual({ count: 1 });
  const settled = await Promise.allSettled(
    [approver, third, both].map(async (user) => approveProgrammeAs(ctx, await actor(user), { id })),
  );
  expect(outcomes(settled)).toEqual(['conflict', 'conflict', 'done']);
  expect(await sql`select state from programmes where id = ${id}`).toEqual([{ state: 'active' }]);
});

test('the database itself refuses one approver for a programme, an approval of one’s own and a second of the same', async () => {
  const { id } = await createProgramme(ctx, await actor(importer), programmeFacts());
  const [row] = await sql<{ id: string }[]>`select id from proposals where subject = ${id}`;
  const approval = (user: TestUser) =>
    sql`insert into proposal_approvals (proposal_id, approver_id, at) values (${row!.id}, ${user.id}, now())`;
  const decision = (user: TestUser) => sql`
    update proposals set decision = 'approved', decider_id = ${user.id}, decided_at = now() where id = ${row!.id}`;
  await expect(approval(importer)).rejects.toThrow(/made by its approver/);
  await expect(decision(approver)).rejects.toThrow(/takes two approvers/);
  await approval(approver);
  await expect(approval(approver)).rejects.toThrow(/proposal_approvals_pkey/);
  await expect(decision(approver)).rejects.toThrow(/takes two approvers/);
  await expect(sql`delete from proposal_approvals`).rejects.toThrow(/append-only/);
  await decision(both);
  await expect(approval(await admin('approver'))).rejects.toThrow(/is decided/);
});

test('only the proposer withdraws, once, and a programme that was withdrawn is not proposed again', async () => {
  const { id } = await createProgramme(ctx, await actor(importer), programmeFacts());
  const [row] = await sql<{ id: string }[]>`select id from proposals where subject = ${id}`;
  const proposal = row!.id;
  expect((await withdraw(null, proposal)).status).toBe(401);
  expect((await withdraw(await shop.createUser(), proposal)).status).toBe(403);
  expect((await withdraw(approver, proposal)).status).toBe(403);
  expect((await withdraw(importer, randomUUID())).status).toBe(404);
  expect((await withdraw(importer, proposal)).status).toBe(204);
  expect((await withdraw(importer, proposal)).status).toBe(409);
  expect(await decisionOf(proposal)).toMatchObject({ decision: 'withdrawn', decider_id: importer.id });
  expect((await trail(proposal)).at(-1)).toMatchObject({ action: 'proposal.withdrawn', actor_id: importer.id });
  const gone = await refusal(approveProgrammeAs(ctx, await actor(approver), { id }));
  expect([gone.code, gone.message]).toEqual(['conflict', expect.stringMatching(/decided or withdrawn/)]);
  expect(await sql`select state from programmes where id = ${id}`).toEqual([{ state: 'withdrawn' }]);
});

test('an inactive admin withdraws nothing', async () => {
  const former = await admin('importer');
  const { id } = await open(former);
  await sql`update users set activated_at = null where id = ${former.id}`;
  expect((await withdraw(former, id)).status).toBe(403);
  expect(await decisionOf(id)).toMatchObject({ decision: null });
});

test('what is overtaken is withdrawn for its proposer and rejected for anybody else', async () => {
  const [own, others] = [await open(importer), await open(importer)];
  for (const [{ subject }, user] of [
    [own, importer],
    [others, both],
  ] as const)
    await dismiss(ctx, sql, await actor(user), { kind: batchKind, subject, reason: 'something else' });
  expect(await decisionOf(own.id)).toMatchObject({ decision: 'withdrawn', decider_id: importer.id });
  expect(await decisionOf(others.id)).toMatchObject({ decision: 'rejected', decision_reason: 'something else' });
  expect((await trail(others.id)).at(-1)).toMatchObject({ action: 'proposal.rejected', actor_id: both.id });
  await dismiss(ctx, sql, await actor(both), { kind: batchKind, subject: others.subject, reason: 'once more' });
  expect(await decisionOf(others.id)).toMatchObject({ decision_reason: 'something else' });
});

test('a decided proposal can be neither changed nor deleted, and no open one but by its decision', async () => {
  const [{ id, subject }, waiting] = [await open(), await open()];
  await approve(approver, subject);
  const now = new Date();
  for (const change of [
    sql`update proposals set decision = 'rejected' where id = ${id}`,
    sql`update proposals set decider_id = ${both.id} where id = ${id}`,
    sql`update proposals set decision = null, decider_id = null, decided_at = null where id = ${id}`,
    sql`update proposals set facts = '{}' where id = ${id}`,
  ])
    await expect(change).rejects.toThrow(/is decided, and stays as it is/);
  for (const change of [
    sql`update proposals set facts = '{"name": "other"}' where id = ${waiting.id}`,
    sql`
      update proposals set proposer_id = ${both.id}, decision = 'approved',
        decider_id = ${approver.id}, decided_at = ${now}
      where id = ${waiting.id}`,
  ])
    await expect(change).rejects.toThrow(/may be decided, and changed in no other way/);
  await expect(sql`delete from proposals where id = ${waiting.id}`).rejects.toThrow(/append-only/);
  await expect(sql`truncate proposals cascade`).rejects.toThrow(/append-only/);
});

test('the database itself refuses a decision by the proposer, a withdrawal by another, and half a decision', async () => {
  const { id } = await open();
  const write = (decision: string, decider: string) =>
    sql`update proposals set decision = ${decision}, decider_id = ${decider}, decided_at = now() where id = ${id}`;
  await expect(write('approved', importer.id)).rejects.toThrow(/nobody_decides_their_own_proposal/);
  await expect(write('rejected', importer.id)).rejects.toThrow(/nobody_decides_their_own_proposal/);
  await expect(write('withdrawn', approver.id)).rejects.toThrow(/only_the_proposer_withdraws/);
  await expect(sql`update proposals set decision = 'approved' where id = ${id}`).rejects.toThrow(/decided_whole/);
  await expect(sql`
    insert into proposals (kind, subject, proposer_id, proposed_at)
    select kind, subject, proposer_id, proposed_at from proposals where id = ${id}`).rejects.toThrow(/proposals_open/);
});

test('each admin sees what waits for their duty and their own, oldest first, page by page', async () => {
  const fresh = await createTestShop();
  const who = async (...duties: string[]) => {
    const user = await fresh.createUser({ role: 'admin', duties });
    return { ...user, actor: await getActorByUsername(fresh.ctx, user.username) };
  };
  const [first, second, plain] = [await who('importer'), await who('approver'), await who()];
  const put = async (by: typeof first, kind: ProposalKind, name: string) => {
    fresh.clock.advance(1000);
    const facts: ProposalFacts = kind === releaseKind ? { coin: 'ETH', amount_units: '1500000000000000000' } : { name };
    await propose(fresh.ctx, fresh.sql, by.actor, { kind, subject: randomUUID(), facts, reason: `because ${name}` });
  };
  await put(first, batchKind, 'one');
  await put(first, releaseKind, 'two');
  await put(second, batchKind, 'three');
  await put(second, { ...batchKind, name: 'nobody.knows' }, 'four');
  const seen = async (user: TestUser, query = {}) => (await fresh.as(user)(listProposals, { query })).body;
  const labels = async (user: TestUser) => (await seen(user)).data.map(({ label, own }) => [label, own]);
  expect(await labels(second)).toEqual([
    ['Approve batch one', false],
    ['Release 1.5 ETH from a listed sender', false],
    ['Approve batch three', true],
  ]);
  expect(await labels(first)).toEqual([
    ['Approve batch one', true],
    ['Release 1.5 ETH from a listed sender', true],
  ]);
  expect(await labels(plain)).toEqual([['Release 1.5 ETH from a listed sender', false]]);
  expect(await seen(second, { per_page: '1', page: '2' })).toMatchObject({
    data: [
      {
        kind: 'hold.release',
        link: expect.stringMatching(/^\/admin\/payments\/[0-9a-f-]{36}$/),
        proposer: { id: first.id, username: first.username },
        reason: 'because two',
        own: false,
      },
    ],
    meta: { total: 3, current_page: 2, last_page: 3 },
    waiting: 2,
  });
  expect((await seen(second)).data[0]).toMatchObject({
    link: expect.stringMatching(/^\/reseller\/base\//),
    approved_by: [],
  });
  const newestFirst = (await seen(second, { sort: '-proposed_at' })).data.map(({ reason }) => reason);
  expect(newestFirst).toEqual(['because three', 'because two', 'because one']);
  await fresh.sql`update users set locale = 'de' where id = ${second.id}`;
  expect((await labels(second))[0]).toEqual([expect.stringContaining('one'), false]);
});

test('what is decided or withdrawn leaves the list, and the list is for admins only', async () => {
  const [one, two] = [await open(), await open()];
  const ids = async () => (await list(approver, { per_page: '100' })).data.map(({ id }) => id);
  expect(await ids()).toEqual(expect.arrayContaining([one.id, two.id]));
  await approve(approver, one.subject);
  await withdraw(importer, two.id);
  const left = await ids();
  expect(left).not.toContain(one.id);
  expect(left).not.toContain(two.id);
  expect((await shop.as(approver)(listProposals, { query: { sort: 'reason' } as never })).status).toBe(422);
  expect((await shop.as(null)(listProposals)).status).toBe(401);
  expect((await shop.as(await shop.createUser())(listProposals)).status).toBe(403);
});

test('open pages of the back office hear of a proposal and of its end', async () => {
  const { id, subject } = await open();
  await approve(approver, subject);
  const events = await sql`
    select event, data ->> 'link' as link, data ->> 'id' as id, data ->> 'by' as by from events
    where channel = 'private-dashboard' order by events.id desc limit 2`;
  expect(events).toEqual([
    { event: 'proposal-closed', link: null, id, by: null },
    // Whose pages don't show it: nobody is told of the own proposal.
    { event: 'new-notification', link: `/reseller/base/${subject}`, id: null, by: importer.id },
  ]);
});
