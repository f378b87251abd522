import { randomBytes, randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS } from '#contracts/time-units.ts';
import { createManualClock } from '#platform/clock.ts';
import type { Db } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';
import { vaultOf } from '#platform/vault/create-vault.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { transfer } from '../transfer.ts';
import { anchorLedger } from './anchor-ledger.ts';
import { readLedgerLag } from './read-ledger-lag.ts';
import { sealTransfers } from './seal-transfers.ts';
import { verifyTransferChain } from './verify-chain.ts';
import { verifySealed } from './verify-sealed.ts';

const { sql } = await createTestDatabase();
const vault = vaultOf(randomBytes(32));
const clock = createManualClock(new Date());

const post = (on: Db = sql, unique_key: string = randomUUID()) =>
  transfer(on, {
    debit: { kind: 'crypto_btc', owner_id: null },
    credit: { kind: 'forfeited', owner_id: null },
    amount_cents: 100,
    kind: 'chained',
    unique_key,
  });
const seal = () => sealTransfers(sql, vault);

/** Changes the books as somebody would who gets past the triggers. */
const tamper = (statement: string) =>
  sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx.unsafe(statement);
  });

/** What a check finds, and how many links it read, of a chain that is long from the third link on. */
async function check(start: 'first' | 'noted' = 'first'): Promise<{ links: number; problems: string[] }> {
  const found = { links: 0, problems: [] as string[] };
  for (let after: string | null = start; after !== null; ) {
    const { last, count, problems } = await verifyTransferChain({ sql, vault, clock, long: 3 }, after);
    found.links += count;
    found.problems.push(...problems);
    after = last;
  }
  return found;
}

await sql`insert into transfer_kinds values ('chained', 'crypto_btc', 'forfeited')`;

beforeEach(async () => {
  await tamper('delete from ledger_chain');
  await tamper('delete from ledger_transfers');
  await tamper("delete from audit_entries where subject = 'ledger'");
  for (let n = 0; n < 3; n++) await post();
});

describe('sealing', () => {
  test('links each transfer once, at once or bit by bit, and nobody who did nothing wrong is named', async () => {
    expect(await seal()).toBe(3);
    await post();
    expect(await seal()).toBe(1);
    expect(await seal()).toBe(0);
    expect(await check()).toEqual({ links: 4, problems: [] });
  });

  test('makes one chain when several seal at once', async () => {
    const counts = await Promise.all([seal(), seal(), seal()]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3);
    expect(await check()).toEqual({ links: 3, problems: [] });
  });

  test('takes one that is committed late after the others', async () => {
    await seal();
    const late = await sql.reserve();
    await late`begin`;
    await post(late as never, 'late');
    await post();
    await seal();
    await late`commit`;
    late.release();
    expect(await seal()).toBe(1);
    const [last] = await sql`
      select unique_key from ledger_chain join ledger_transfers on id = transfer_id order by position desc limit 1`;
    expect(last!.unique_key).toBe('late');
    expect(await check()).toEqual({ links: 5, problems: [] });
  });

  test('goes on where a killed sealer stopped, with all that were there before there was a chain', async () => {
    await sql`
      insert into ledger_transfers (debit_account_id, credit_account_id, amount_cents, kind, unique_key)
      select debit_account_id, credit_account_id, 1, kind, 'old ' || n
      from (select * from ledger_transfers limit 1) t, generate_series(1, 5000) n`;
    const killed = sealTransfers(sql, vault, () => {
      throw new Error('killed');
    });
    await expect(killed).rejects.toThrow('killed');
    expect((await sql`select from ledger_chain`).length).toBe(2_000);
    const progress: number[] = [];
    expect(await sealTransfers(sql, vault, (sealed) => progress.push(sealed))).toBe(3_003);
    expect(progress).toEqual([2_000]);
    expect(await check()).toEqual({ links: 5_003, problems: [] });
    expect(await sql`select from audit_entries where action = 'ledger.verified'`).toHaveLength(1);
  });

  test('is undone whole when its connection is cut before the commit', async () => {
    const cut = sql.begin(async (tx) => {
      await sealTransfers(tx as never, vault);
      await tx`select pg_terminate_backend(pg_backend_pid())`;
    });
    await expect(cut).rejects.toThrow();
    expect(await seal()).toBe(3);
    expect(await check()).toEqual({ links: 3, problems: [] });
  });

  test('says how many wait, and for how long', async () => {
    const in_a_minute = new Date(Date.now() + 60_000);
    const lag = await readLedgerLag(sql, in_a_minute);
    expect(lag.transfers).toBe(3);
    expect(lag.oldest_seconds).toBeGreaterThan(59);
    await tamper(`
      update ledger_transfers set created_at = created_at - interval '1 minute'
      where id = (select min(id) from ledger_transfers)`);
    expect((await readLedgerLag(sql, in_a_minute)).oldest_seconds).toBeGreaterThan(119);
    await seal();
    expect(await readLedgerLag(sql, in_a_minute)).toEqual({ transfers: 0, oldest_seconds: 0 });
  });

  test('leaves out a number far below the others, which is named', async () => {
    const insert = (id: number) =>
      tamper(`
      insert into ledger_transfers (id, debit_account_id, credit_account_id, amount_cents, kind, unique_key)
      overriding system value
      select ${id}, debit_account_id, credit_account_id, 1, kind, '${id}' from ledger_transfers limit 1`);
    await insert(9_000_000);
    await seal();
    await insert(8_979_999);
    await insert(8_980_001);
    expect(await seal()).toBe(1);
    const { problems } = await verifySealed(sql, 0);
    expect(problems).toEqual([expect.stringMatching(/^transfer 8979999 of \S+ was never sealed$/)]);
  });

  test('that stays away is named after a minute', async () => {
    expect((await verifySealed(sql, 0)).problems).toEqual([]);
    await tamper("update ledger_transfers set created_at = created_at - interval '2 minutes' where id % 3 = 0");
    const [old] = await sql<{ id: number; created_at: string }[]>`
      select id, created_at from ledger_transfers where id % 3 = 0`;
    expect(await verifySealed(sql, 0)).toMatchObject({
      last: null,
      count: 3,
      problems: [`transfer ${old!.id} of ${old!.created_at} was never sealed`],
    });
  });
});

test('the audit log says where the chain ends, once for each end, and nothing of a chain that was cut or is empty', async () => {
  const anchor = () => transaction(sql, (tx) => anchorLedger(tx, vault, clock.now()));
  const anchored = async () =>
    (
      await sql<{ position: number }[]>`
      select (details->>'position')::int as position from audit_entries where action = 'ledger.anchored' order by id`
    ).map(({ position }) => position);
  await anchor();
  expect(await anchored()).toEqual([]);
  await seal();
  await anchor();
  await anchor();
  await post();
  await seal();
  await anchor();
  expect(await anchored()).toEqual([3, 4]);
  await tamper('delete from ledger_chain where position = 4');
  await anchor();
  expect(await anchored()).toEqual([3, 4]);
  await tamper(
    "update audit_entries set details = jsonb_set(details, '{position}', '2') where action = 'ledger.anchored'",
  );
  await tamper('delete from ledger_transfers where id = (select max(id) from ledger_transfers)');
  expect((await check()).problems).toEqual([]);
});

test('links can be added by the process with the key alone, and neither changed nor removed', async () => {
  await seal();
  const append_only = { code: '23001' };
  await expect(sql`update ledger_chain set position = position + 10`).rejects.toMatchObject(append_only);
  await expect(sql`delete from ledger_chain`).rejects.toMatchObject(append_only);
  await expect(sql`truncate ledger_chain`).rejects.toMatchObject(append_only);
});

test('a link that somebody added without the key is named', async () => {
  await seal();
  await post();
  await sql`
    insert into ledger_chain (position, transfer_id, sealed_at, link)
    select 4, max(id), now(), sha256('x') from ledger_transfers`;
  await post();
  const { problems } = await check();
  expect(problems).toEqual([expect.stringMatching(/differs from its link at position 4$/)]);
});

describe('a long chain', () => {
  const change = (position: number) =>
    tamper(`
      update ledger_transfers set amount_cents = amount_cents + 1
      where id = (select transfer_id from ledger_chain where position = ${position})`);
  const changed = (position: number) => expect.stringMatching(`differs from its link at position ${position}$`);

  test('is checked from where the last sound check ended, and from its first link once a week', async () => {
    expect(await check('noted')).toEqual({ links: 3, problems: [] });
    await post();
    expect(await check('noted')).toEqual({ links: 1, problems: [] });
    await change(2);
    await post();
    expect(await check('noted')).toEqual({ links: 1, problems: [] });
    clock.advance(7 * DAY_MS - 1);
    expect((await check('noted')).problems).toEqual([]);
    clock.advance(1);
    expect(await check('noted')).toEqual({ links: 5, problems: [changed(2)] });
  });

  test('is checked from its first link whenever that is asked for', async () => {
    await check('noted');
    await change(2);
    expect(await check('first')).toEqual({ links: 3, problems: [changed(2)] });
  });

  test('is noted while it is sound only: what was named is named again', async () => {
    await seal();
    await change(3);
    expect((await check('noted')).problems).toEqual([changed(3)]);
    expect(await check('noted')).toEqual({ links: 3, problems: [changed(3)] });
  });

  test('is checked whole if its link at the note was changed, or if somebody wrote the note', async () => {
    await check('noted');
    await tamper("update ledger_chain set link = sha256('x') where position = 3");
    expect(await check('noted')).toEqual({ links: 3, problems: [changed(3)] });
  });

  test('is checked whole if somebody moved the note or wrote one of their own', async () => {
    await check('noted');
    await tamper(
      "update audit_entries set details = jsonb_set(details, '{highest}', '999999') where subject = 'ledger'",
    );
    await sql`insert into audit_entries (action, subject) values ('ledger.verified', 'ledger')`;
    expect((await check('noted')).links).toBe(3);
  });

  test('has the time and number of the last transfers with the note: one inserted later is named', async () => {
    await check('noted');
    const [first] = await sql`select id, created_at from ledger_transfers order by id limit 1`;
    await tamper(`
      insert into ledger_transfers (id, debit_account_id, credit_account_id, amount_cents, kind, unique_key, created_at)
      overriding system value
      select id - 100, debit_account_id, credit_account_id, 1, kind, 'forged', created_at - interval '1 hour'
      from ledger_transfers where id = ${first!.id}`);
    expect(await check('noted')).toEqual({
      links: 1,
      problems: [expect.stringMatching(`^transfer ${first!.id - 100} of \\S+ was inserted, or lost its link`)],
    });
  });
});

test('a shorter chain leaves no note', async () => {
  await verifyTransferChain({ sql, vault, clock }, (await verifyTransferChain({ sql, vault, clock }, 'first')).last!);
  expect(await sql`select from audit_entries where action = 'ledger.verified'`).toHaveLength(0);
});
