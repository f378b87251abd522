import { expect, test } from 'vitest';
import { booksOf } from '#app/checks.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import { transfer } from '#platform/ledger/transfer.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { checkLedger } from './check-ledger.ts';

const shop = await createTestShop();
const { sql } = shop;

/** A whole night's check of a ledger that counts as long from the first transfer on. */
async function check(long = 1): Promise<string[]> {
  const problems: string[] = [];
  for (let place: Parameters<typeof checkLedger>[2] = null; ; ) {
    const piece = await checkLedger(shop.ctx, booksOf(true), place, long);
    problems.push(...piece.problems);
    if (piece.next === null) return problems;
    place = JSON.parse(JSON.stringify(piece.next));
  }
}
const notes = async () => (await sql`select from audit_entries where action = 'ledger.checked'`).length;
/** Demo accounts begin with money that nobody paid in, which the books explain. */
const grant = (owner_id: string) =>
  transfer(sql, {
    debit: { kind: 'demo_money', owner_id: null },
    credit: { kind: 'available', owner_id, limited: true },
    amount_cents: 700,
    kind: 'demo_grant',
    reference: owner_id,
    unique_key: `grant:${owner_id}`,
  });
/** Whatever is read of it, the check of single transfers names the grants of a kind that the books don't know any more. */
const forget = (kind: string) => sql`update transfer_kinds set kind = ${kind} where debit = 'demo_money'`;

test('a long ledger is read whole once a week, and on other nights from where a sound check ended', async () => {
  const [early, late] = [await shop.createUser(), await shop.createUser()];
  await grant(early.id);
  expect(await check(2), 'shorter than that').toEqual([]);
  expect(await notes()).toBe(0);
  expect(await check()).toEqual([]);
  expect(await notes()).toBe(1);
  // Far enough that the first one can't have been committed late.
  await sql`select setval(pg_get_serial_sequence('ledger_transfers', 'id'), 50000)`;
  await grant(late.id);
  expect(await check()).toEqual([]);
  expect(await notes()).toBe(2);
  await forget('forgotten');
  const named = (await check()).filter((line) => line.includes("of a kind that doesn't go from"));
  expect(named, 'only what may be new').toHaveLength(1);
  expect(await notes(), 'not after a problem').toBe(2);
  shop.clock.advance(7 * DAY_MS);
  expect((await check()).filter((line) => line.includes("of a kind that doesn't go from"))).toHaveLength(2);
  await forget('demo_grant');
  expect(await check()).toEqual([]);
  expect(await notes()).toBe(3);
});

test('a note that the shop did not write counts for nothing', async () => {
  await sql.begin(async (tx) => {
    await tx`set local session_replication_role = replica`;
    await tx`delete from audit_entries where action = 'ledger.checked'`;
  });
  await sql`
    insert into audit_entries (action, subject, details) values ('ledger.checked', 'ledger',
      jsonb_build_object('since', ${shop.clock.now().toISOString()}::text, 'transfer_id', 60000, 'day', '2999-01-01',
        'mac', '00'))`;
  await forget('forgotten');
  expect((await check()).filter((line) => line.includes("of a kind that doesn't go from"))).toHaveLength(2);
  await forget('demo_grant');
});
