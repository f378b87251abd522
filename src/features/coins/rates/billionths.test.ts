import { expect, test } from 'vitest';
import { migrateSchema } from '#app/database/migrate-database.ts';
import { createTestDatabase, migrateBelow } from '#tests/support/database.ts';

const { sql } = await createTestDatabase();

test('rates of a release before billionths are the same rates afterwards, and their MACs cover the same', async () => {
  await migrateBelow(sql, '0039');
  await sql.begin(async (tx) => {
    // What the rows belong to is another matter.
    await tx`set local session_replication_role = replica`;
    await tx`
      insert into fiat_samples (currency, usd_e8, sources, at)
      values ('EUR', 108000000, '{one,two}', now()), ('VND', 3937, '{one,two}', now())`;
    await tx`
      insert into rate_jumps (currency, from_usd_e8, usd_e8, sources, since, read_at)
      values ('EUR', 108000000, 140000000, '{one,two}', now(), now())`;
    await tx`
      insert into batches (programme_id, name, supplier, invoice_reference, invoice_date, usd_rate_micro, cost_rate_micro,
        data_key, created_by)
      values (uuidv7(), 'A batch', 'A supplier', 'INV-1', now(), 1083457, 1, '', uuidv7())`;
    await tx`
      insert into imports (batch_id, uploaded_by, state, usd_rate_micro, guard_version, created_at, heartbeat_at)
      values (uuidv7(), uuidv7(), 'checking', 39, 1, now(), now())`;
    await tx`
      insert into seller_payouts (seller_id, destination_id, amount_cents, state, created_by, created_at, reference,
        sent_currency, sent_units, fee_units, sent_usd_e8, paid_by, paid_at)
      values (uuidv7(), uuidv7(), 100, 'paid', uuidv7(), now(), 'SEPA', 'EUR', 100, 0, 108000000, uuidv7(), now())`;
  });
  // As rules.sql had them.
  const before = await sql`
    select jsonb_build_array(r.id, r.currency, r.usd_e8, r.sources, (extract(epoch from r.at) * 1000000)::bigint,
      r.jump_id)::text as facts from fiat_samples r order by id`;
  const [payout] = await sql<
    [{ rate: string }]
  >`select jsonb_build_array(sent_usd_e8)::text as rate from seller_payouts`;
  await migrateSchema(sql, true);
  expect(await sql`select sealed_facts(r) as facts from fiat_samples r order by id`).toEqual(before);
  const [{ facts }] = await sql<[{ facts: string }]>`select sealed_facts(r) as facts from seller_payouts r`;
  expect(facts).toContain(payout.rate.slice(1, -1));
  expect(await sql`select usd_e9 from fiat_samples order by id`).toEqual([
    { usd_e9: '1080000000' },
    { usd_e9: '39370' },
  ]);
  expect(await sql`select from_usd_e9, usd_e9 from rate_jumps`).toEqual([
    { from_usd_e9: '1080000000', usd_e9: '1400000000' },
  ]);
  expect(await sql`select usd_e9, cost_usd_e9 from batches`).toEqual([{ usd_e9: 1_083_457_000, cost_usd_e9: 1000 }]);
  expect(await sql`select usd_e9 from imports`).toEqual([{ usd_e9: 39_000 }]);
  expect(await sql`select sent_usd_e9 from seller_payouts`).toEqual([{ sent_usd_e9: '1080000000' }]);
});

test('a MAC covers the ninth decimal of a rate', async () => {
  const rows = await sql<{ facts: string }[]>`
    insert into fiat_samples (currency, usd_e9, sources, at)
    values ('VND', 39370, '{one,two}', '2026-01-01'), ('VND', 39371, '{one,two}', '2026-01-01')
    returning sealed_facts(fiat_samples) as facts`;
  expect(rows.map(({ facts }) => JSON.parse(facts)[2])).toEqual([3937, 3937.1]);
});
