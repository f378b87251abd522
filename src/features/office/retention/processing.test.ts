import { expect, test } from 'vitest';
import { broughtBy, featuresOf } from '#app/features.ts';
import { ACTIVITIES, getProcessing } from '#contracts/office/retention.ts';
import { createTestShop } from '#tests/support/shop.ts';

const { tables } = broughtBy(featuresOf(true));
const shop = await createTestShop({ operator_email: 'privacy@example.com' });
const auditor = await shop.createUser({ role: 'admin', duties: ['auditor'] });

/** Columns that name people, or hold what they wrote or where they were. */
const TELLING =
  '(^|_)(address|body|email|message|note|owner_id|owners|recipient|seller_id|senders|tax_id|user_agent|user_ids?|username)$';
/** Whoever refers to these says something about their owner. */
const OWNED = [
  'users',
  'deposits',
  'devices',
  'gifts',
  'ledger_accounts',
  'order_lines',
  'orders',
  'payments',
  'preorders',
  'sellers',
  'tickets',
];

test('every table that says something about people stands in the records of processing', async () => {
  const rows = await shop.sql<{ name: string }[]>`
    select distinct r.relname as name from pg_class r
    where r.relnamespace = 'public'::regnamespace and r.relkind = 'r' and (
      exists (select from pg_attribute a where a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
        and a.attname ~ ${TELLING})
      or exists (select from pg_constraint c join pg_class f on f.oid = c.confrelid
        where c.contype = 'f' and c.conrelid = r.oid and f.relname = any(${OWNED})))`;
  const names = rows.map(({ name }) => name);
  expect(names.length).toBeGreaterThan(60);
  expect(names.filter((name) => !tables[name]?.of)).toEqual([]);
});

test('the records name the operator, each purpose with its tables and their periods in force, and what an export has', async () => {
  const { data } = (await shop.as(auditor)(getProcessing)).body;
  expect(data.controller).toMatchObject({ name: expect.any(String), contact: 'privacy@example.com' });
  expect(data.activities.map(({ activity }) => activity)).toEqual([...ACTIVITIES]);
  for (const { tables } of data.activities) expect(tables.length).toBeGreaterThan(1);
  const shown = data.activities.flatMap((one) => one.tables);
  expect(shown).toContainEqual({ table: 'orders', days: null, why: 'books', rule: null });
  expect(shown).toContainEqual({ table: 'invoices', days: null, why: 'books', rule: null });
  expect(shown).toContainEqual({ table: 'sessions', days: 90, why: null, rule: null });
  expect(shown.find(({ table }) => table === 'tickets')).toMatchObject({ days: expect.any(Number), rule: 'tickets' });
  expect(new Set(shown.map(({ table }) => table)).size).toBe(shown.length);
  expect(data.handed_out).toEqual(expect.arrayContaining(['profile', 'orders', 'top_up_returns']));
});
