import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import * as contract from '#contracts/office/periods.ts';
import { FIRST_ID } from '#platform/db/verify-all.ts';
import { until } from '#platform/jobs/until.ts';
import { createTestShop, type TestUser } from '#tests/support/shop.ts';
import { verifyMonths } from '../../books/verification/verify-months.ts';
import { periodEvidence } from '../period-evidence.ts';
import { closeLedgerDays } from '../sums/close-ledger-days.ts';
import { lockMonths } from './lock-months.ts';

const shop = await createTestShop();
const { sql } = shop;
const [one, other, auditor] = [
  await shop.createUser({ role: 'admin', duties: ['approver'] }),
  await shop.createUser({ role: 'admin', duties: ['approver'] }),
  await shop.createUser({ role: 'admin', duties: ['auditor'] }),
];
/** The month so many before this one. */
const before = (months: number) => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 1)).toISOString().slice(0, 7);
};
// Not the last month: it can't be closed in the first hour after it.
const [first, second, present] = [before(3), before(2), before(0)];
const asReplica = (work: (tx: typeof sql) => Promise<unknown>) =>
  sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await work(tx as unknown as typeof sql);
  });
async function fundIn(month: string, cents: number) {
  const buyer = await shop.createUser({ balance_cents: cents });
  await asReplica(
    (tx) => tx`
      update ledger_transfers set created_at = ${`${month}-15T12:00:00Z`}::text::timestamptz where credit_account_id = (
        select id from ledger_accounts where owner_id = ${buyer.id} and kind = 'available')`,
  );
}
await fundIn(first, 500);
await fundIn(second, 70);
await shop.fund((await shop.createUser()).id, 9);

const close = (month: string, who: TestUser = one) => shop.as(who)(contract.closeMonth, { params: { month } });
const read = async (month: string) => (await shop.as(auditor)(contract.getMonth, { params: { month } })).body.data;
const propose = (month: string, who: TestUser = one) =>
  shop.as(who)(contract.proposeReopening, { params: { month }, body: { reason: 'a deposit was missing' } });
const decide = async (month: string, decision: 'approved' | 'rejected', who: TestUser = other) => {
  const proposal_id = (await read(month)).proposal!.id;
  const body = { proposal_id, decision, reason: 'looked at it' };
  return shop.as(who)(contract.decideReopening, { params: { month }, body });
};
/** A transfer that the owner of the database dates into a month. */
const post = (month: string) => sql`
  insert into ledger_transfers (debit_account_id, credit_account_id, amount_cents, kind, unique_key, created_at)
  select debit_account_id, credit_account_id, 1, kind, ${randomUUID()}, ${`${month}-20T12:00:00Z`}::text::timestamptz
  from ledger_transfers limit 1`;
const verify = async () => {
  const problems: string[] = [];
  for (let after: string | null = '1970-01-01'; after !== null; ) {
    const piece = await verifyMonths(sql, after);
    problems.push(...piece.problems);
    after = piece.last;
  }
  return problems;
};

test('months are closed by an approver, in order, and not before they are over', async () => {
  expect((await close(first, auditor)).status).toBe(403);
  expect((await close(second)).status, 'not the earliest').toBe(409);
  expect((await close(present)).status, 'not over').toBe(409);
  expect((await close(before(4))).status, 'before the first transfer').toBe(404);
  expect((await close(first)).status).toBe(204);
  expect((await close(first)).status, 'again').toBe(409);
  expect(await read(first)).toMatchObject({
    state: 'closed',
    last: true,
    closing: { by: one.username, transfers: 1 },
    proposal: null,
  });
  await closeLedgerDays(shop.ctx);
  await asReplica(
    (tx) => tx`
    insert into ledger_chain (position, transfer_id, sealed_at, link)
    select 1, id, now(), ${Buffer.alloc(32, 7)} from ledger_transfers where amount_cents = 70`,
  );
  expect((await close(second)).status).toBe(204);
  const { data } = (await shop.as(auditor)(contract.listMonths)).body;
  expect(data.map(({ month, state, next, last }) => [month, state, next, last])).toEqual([
    [present, 'running', false, false],
    [before(1), expect.toBeOneOf(['open', 'running']), true, false],
    [second, 'closed', false, true],
    [first, 'closed', false, false],
  ]);
});

test('whoever closes or reopens a month at the same time as others waits: the others are told, and no gap is left', async () => {
  const race = await createTestShop();
  await race.fund((await race.createUser()).id, 500);
  await race.sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`update ledger_transfers set created_at = created_at - interval '3 months'`;
  });
  const approvers = [1, 2, 3, 4].map(() => race.createUser({ role: 'admin', duties: ['approver'] }));
  const statuses = await Promise.all(
    (await Promise.all(approvers)).map(
      async (who) => (await race.as(who)(contract.closeMonth, { params: { month: first } })).status,
    ),
  );
  expect(statuses.toSorted()).toEqual([204, 409, 409, 409]);
  expect(await race.sql`select count(*) from month_closings`).toEqual([{ count: 1 }]);
  // Whoever closes the next month and whoever reopens this one leave no gap.
  const [proposer, closer, decider] = await Promise.all(approvers);
  const params = { month: first };
  await race.as(proposer!)(contract.proposeReopening, { params, body: { reason: 'a deposit was missing' } });
  const { proposal } = (await race.as(decider!)(contract.getMonth, { params })).body.data;
  const busy = await race.sql.reserve();
  await busy`begin`;
  await lockMonths(busy as never);
  const both = Promise.all([
    race.as(closer!)(contract.closeMonth, { params: { month: second } }),
    race.as(decider!)(contract.decideReopening, {
      params,
      body: { proposal_id: proposal!.id, decision: 'approved', reason: 'looked at it' },
    }),
  ]);
  const waiting = () => race.sql`
    select from pg_locks where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`;
  expect(await until(async () => (await waiting()).length === 2, 10_000)).toBe(true);
  await busy`commit`;
  busy.release();
  const ended = (await both).map(({ status }) => status);
  expect(ended.toSorted()).toEqual([204, 409]);
});

test('the check of the audit log names a month that nobody closed or reopened through the shop', async () => {
  const flaws = async () => {
    const rows = await periodEvidence[0]!.read(sql, { after: FIRST_ID, limit: 10 });
    return rows.flatMap(({ flaw }) => flaw ?? []);
  };
  expect(await flaws()).toEqual([]);
  // What can't be read as a number would end the check.
  await shop.ctx.sql`
    insert into audit_entries (action, subject, details)
    select 'books.month_closed', id::text, '{"transfers": "many"}' from month_closings`;
  expect(await flaws()).toEqual([]);
  await asReplica((tx) => tx`delete from audit_entries where details = '{"transfers": "many"}'`);
  await asReplica((tx) => tx`update audit_entries set action = 'books.other' where action = 'books.month_closed'`);
  expect(new Set(await flaws())).toEqual(new Set(['has no entry in the audit log']));
  await asReplica((tx) => tx`update audit_entries set action = 'books.month_closed' where action = 'books.other'`);
  await asReplica((tx) => tx`update month_closings set reopened_at = now() where month = ${`${second}-01`}`);
  expect(await flaws()).toEqual(['was undone without an entry in the audit log']);
  await asReplica((tx) => tx`update month_closings set reopened_at = null where month = ${`${second}-01`}`);
});

test('a day is summed up when it is over, and as it was booked, whoever writes the statement', async () => {
  const insert = (day: string, cents: number) => shop.ctx.sql`
    insert into ledger_days (day, debit_kind, credit_kind, kind, transfers, cents)
    values (${day}, 'crypto_eth', 'available', 'top_up', 1, ${cents})`;
  await expect(insert(`${Number(present.slice(0, 4)) + 50}-01-01`, 9)).rejects.toThrow('is not over');
  await expect(insert(new Date().toISOString().slice(0, 10), 9)).rejects.toThrow('is not over');
  await asReplica((tx) => tx`delete from ledger_days where day = ${`${second}-15`}`);
  await expect(insert(`${second}-15`, 71)).rejects.toThrow('comes to another sum');
  await expect(insert(`${second}-16`, 70)).rejects.toThrow('comes to another sum');
  await expect(insert(`${second}-15`, 70)).resolves.toBeDefined();
  await asReplica((tx) => tx`delete from ledger_days`);
  const both = (cents: number) => shop.ctx.sql`
    insert into ledger_days (day, debit_kind, credit_kind, kind, transfers, cents)
    values (${`${first}-15`}, 'crypto_eth', 'available', 'top_up', 1, 500),
      (${`${second}-15`}, 'crypto_eth', 'available', 'top_up', 1, ${cents})`;
  await expect(both(71), 'one of two in a statement').rejects.toThrow(`top_up of ${second}-15 comes to another sum`);
  await expect(both(70)).resolves.toBeDefined();
});

test('a closed month keeps its sums, and the check derives the same', async () => {
  const sums = await sql`
    select kind, opening_cents, credited_cents, closing_cents from month_sums join month_closings c on c.id = closing_id
    where c.month = ${`${second}-01`} and kind = 'available'`;
  expect(sums).toEqual([{ kind: 'available', opening_cents: 500, credited_cents: 70, closing_cents: 570 }]);
  const [closing] = await sql`
    select last_transfer_id = (select max(id) from ledger_transfers where amount_cents = 70) as is_last, get_byte(last_link, 31) as link
    from month_closings where month = ${`${second}-01`}`;
  expect(closing).toEqual({ is_last: true, link: 7 });
  expect(await verify()).toEqual([]);
});

test('no transfer is dated into a closed month, whoever writes it', async () => {
  await expect(post(second)).rejects.toThrow('the month of this transfer is closed');
  await expect(post(first)).rejects.toThrow('the month of this transfer is closed');
  await expect(shop.fund((await shop.createUser()).id, 5)).resolves.toBeUndefined();
});

test('the check names a sum or a link that was changed, and a transfer that came into a closed month past the rule', async () => {
  await asReplica((tx) => tx`update month_sums set closing_cents = 571, credited_cents = 71 where closing_cents = 570`);
  expect(await verify()).toEqual([`available at the end of ${second} is stored as 571 but derives to 570`]);
  await asReplica((tx) => tx`update month_sums set closing_cents = 570, credited_cents = 70 where closing_cents = 571`);
  await asReplica(
    (tx) => tx`
    insert into ledger_transfers (debit_account_id, credit_account_id, amount_cents, kind, unique_key, created_at)
    select debit_account_id, credit_account_id, 3, kind, 'slipped in', created_at from ledger_transfers where amount_cents = 70`,
  );
  expect(await verify()).toEqual([
    `available at the end of ${second} is stored as 570 but derives to 573`,
    `crypto_eth at the end of ${second} is stored as -570 but derives to -573`,
    `${second} was closed with 1 transfers but has 2`,
  ]);
  await asReplica((tx) => tx`delete from ledger_transfers where unique_key = 'slipped in'`);
  await asReplica((tx) => tx`update ledger_chain set link = ${Buffer.alloc(32, 8)}`);
  expect(await verify()).toEqual([`the last transfer of ${second} had another link when the month was closed`]);
  await asReplica((tx) => tx`update ledger_chain set link = ${Buffer.alloc(32, 7)}`);
  expect(await verify()).toEqual([]);
});

test('two people reopen the month that was closed last, and it can be closed again', async () => {
  expect((await propose(first)).status, 'not the last').toBe(409);
  expect((await propose(present)).status, 'not closed').toBe(409);
  expect((await propose(second, auditor)).status).toBe(403);
  expect((await propose(second)).status).toBe(204);
  expect((await decide(second, 'approved', one)).status, 'their own').toBe(403);
  expect((await decide(second, 'approved', auditor)).status).toBe(403);
  expect((await decide(second, 'rejected')).status).toBe(204);
  expect((await read(second)).state).toBe('closed');
  await propose(second);
  expect((await decide(second, 'approved')).status).toBe(204);
  expect(await read(second)).toMatchObject({ state: 'open', next: true, closing: null });
  await post(second);
  expect((await close(second, other)).status).toBe(204);
  expect((await read(second)).closing).toMatchObject({ by: other.username, transfers: 2 });
  expect(await verify()).toEqual([]);
  const audits = await sql`
    select action, actor_id from audit_entries where action in ('books.month_closed', 'books.month_reopened') order by id`;
  expect(audits).toEqual([
    { action: 'books.month_closed', actor_id: one.id },
    { action: 'books.month_closed', actor_id: one.id },
    { action: 'books.month_reopened', actor_id: other.id },
    { action: 'books.month_closed', actor_id: other.id },
  ]);
});

test('the database refuses a closing out of order, a reopening that nobody approved, and any other change', async () => {
  const closing = (month: string) => sql`
    insert into month_closings (month, transfers, closed_at) values (${`${month}-01`}, 0, now())`;
  await expect(closing(present)).rejects.toThrow('is not over');
  await expect(closing(before(6))).rejects.toThrow('one after the other');
  const month = `${second}-01`;
  const now = sql`update month_closings set reopened_at = now() where reopened_at is null and month = ${month}`;
  await expect(now).rejects.toThrow('was not approved by somebody else');
  await expect(
    sql`update month_closings set reopened_at = now() where reopened_at is null and month = ${`${first}-01`}`,
  ).rejects.toThrow('only the month that was closed last');
  await expect(sql`update month_closings set transfers = 9 where month = ${month}`).rejects.toThrow();
  await expect(sql`delete from month_closings`).rejects.toThrow();
  await expect(sql`update month_sums set kind = 'sales'`).rejects.toThrow();
});

test('only who reads the books sees its months', async () => {
  const outsider = shop.as(await shop.createUser({ role: 'admin', duties: ['support'] }));
  expect((await outsider(contract.listMonths)).status).toBe(403);
  expect((await outsider(contract.getMonth, { params: { month: first } })).status).toBe(403);
});
