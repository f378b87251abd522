import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { migrateSchema } from '#app/database/migrate-database.ts';
import { createTestDatabase, migrateHistory } from '#tests/support/database.ts';

const { sql } = await createTestDatabase();

const [asker, other, third, buyer] = Array.from({ length: 4 }, () => randomUUID()) as [string, string, string, string];
const at = new Date('2026-03-01T10:00:00.000Z');
const later = new Date('2026-03-02T10:00:00.000Z');

/** The old shop, as it was before this migration, with a decision of every sort. */
beforeAll(async () => {
  await migrateHistory(sql, '0013');
  for (const [index, id] of [asker, other, third, buyer].entries())
    await sql`
      insert into users (id, username, email, password_hash)
      values (${id}, ${`user${index}`}, ${`${index}@x.example`}, '')`;
  await sql`insert into rate_samples (coin, usd_e8, sources, at) values ('ETH', 1, '{}', ${at})`;
  await sql`insert into xpub_accounts (coin, xpub_hash, fingerprint) values ('ETH', ${Buffer.alloc(32)}, '')`;
});

async function addProgramme(name: string, state: string, approved_by: string | null) {
  const row = {
    name,
    state,
    approved_by,
    proposed_by: asker,
    approved_at: approved_by && later,
    created_at: at,
    issuer_name: 'Issuer',
    issuer_country: 'DE',
    registration_ref: 'REF',
    terms_url: 'https://x.example',
    network: 'closed_loop',
    country: 'DE',
    currency: 'EUR',
    level: 'Standard',
    face_values_cents: [100],
    voucher_kind: 'single_purpose',
    expiry_policy: '-',
    redemption_text: '-',
    code_format: sql.json({}),
    issuer_public_key: Buffer.alloc(32),
    evidence_sha256: Buffer.alloc(32),
    color_from: '#000000',
    color_to: '#000000',
  };
  const [programme] = await sql<{ id: string }[]>`insert into programmes ${sql(row)} returning id`;
  return programme!.id;
}

async function addBatch(programme_id: string, state: string, imported_by: string | null, approved_by: string | null) {
  const row = {
    programme_id,
    state,
    imported_by,
    approved_by,
    created_by: asker,
    name: 'Old batch',
    supplier: 'Supplier',
    invoice_reference: 'INV',
    invoice_date: '2026-01-01',
    usd_rate_micro: 1,
    data_key: Buffer.alloc(1),
    approved_at: approved_by && later,
    created_at: at,
  };
  const [batch] = await sql<{ id: string }[]>`insert into batches ${sql(row)} returning id`;
  return batch!.id;
}

let n = 0;
async function addDeposit() {
  const index = n++;
  const [deposit] = await sql<{ id: string }[]>`
    with address as (
      insert into deposit_addresses (coin, account_id, index, key, address, user_id, paid_at)
      values ('ETH', 1, ${index}, ${`k${index}`}, '', ${buyer}, ${at}) returning id
    ), payment as (
      insert into payments (user_id, coin, address_id, amount_cents, amount_units, rate_id, created_at, expires_at)
      select ${buyer}, 'ETH', id, 1, 1, 1, ${at}, ${at} from address returning id
    )
    insert into deposits (coin, txid, n, key, user_id, payment_id, amount_units, first_seen_at, required_depth)
    select 'ETH', ${`t${index}`}, 0, ${`k${index}`}, ${buyer}, id, 7, ${at}, 1 from payment returning id`;
  return deposit!.id;
}

async function addAside(key: string, deposit_id: string | null = null) {
  const [aside] = await sql<{ id: string }[]>`
    insert into suspense_deposits (coin, account_id, index, key, txid, n, amount_units, first_seen_at, deposit_id)
    values ('ETH', 1, 0, ${key}, ${randomUUID()}, 0, 9, ${at}, ${deposit_id}) returning id`;
  return aside!.id;
}

const held = (deposit_id: string, decision: string, actor_id: string, moment = at) => sql`
  insert into hold_decisions (deposit_id, decision, reason, hold_reason, actor_id, at)
  values (${deposit_id}, ${decision}, ${`${decision} it`}, 'review', ${actor_id}, ${moment})`;
const said = (suspense_id: string, decision: string, actor_id: string, moment = at) => sql`
  insert into suspense_decisions (suspense_id, decision, user_id, reason, actor_id, at)
  values (${suspense_id}, ${decision}, ${buyer}, ${`${decision} it`}, ${actor_id}, ${moment})`;

const proposals = (subject: string) => sql`
  select kind, facts, proposer_id, reason, proposed_at, decision, decider_id, decision_reason, decided_at
  from proposals where subject = ${subject} order by id`;
const opened = { proposer_id: asker, reason: 'propose it', proposed_at: at.toISOString() };
const nothing = { decision: null, decider_id: null, decision_reason: null, decided_at: null };
const ended = (decision: string, decider_id: string, decision_reason: string) => ({
  decision,
  decider_id,
  decision_reason,
  decided_at: later.toISOString(),
});

test('what was proposed and decided before this version is there after it, open or decided by whom it was', async () => {
  const [waiting, active] = [
    await addProgramme('Waiting', 'proposed', null),
    await addProgramme('On', 'active', other),
  ];
  const suspended = await addProgramme('Off', 'suspended', other);
  const [draft, imported] = [
    await addBatch(active, 'draft', null, null),
    await addBatch(active, 'imported', third, null),
  ];
  const approved = await addBatch(active, 'approved', third, other);
  await sql`update batches set confirmed_at = ${later} where id = ${approved}`;
  await sql`
    insert into cards (programme_id, batch_id, state, issuer_confirmed, face_cents, price_cents,
      discount_bp, sealed, blind_index)
    values (${active}, ${approved}, 'available', true, 100, 100, 0, '', ${Buffer.alloc(32)})`;

  const [released, keptByOther, keptByAsker, stillHeld, keptAlone] = [
    await addDeposit(),
    await addDeposit(),
    await addDeposit(),
    await addDeposit(),
    await addDeposit(),
  ] as [string, string, string, string, string];
  for (const id of [released, keptByOther, keptByAsker, stillHeld]) await held(id, 'propose', asker);
  await held(released, 'release', other, later);
  await held(keptByOther, 'keep', other, later);
  await held(keptByAsker, 'keep', asker, later);
  await held(keptAlone, 'keep', other, later);

  const [assigned, twin] = [await addAside('a', released), await addAside('a', keptAlone)];
  const [renewed, contested] = [await addAside('b'), await addAside('c')];
  for (const id of [assigned, twin, renewed, contested]) await said(id, 'propose', asker);
  await said(assigned, 'approve', other, later);
  await said(renewed, 'propose', asker, later);
  await said(contested, 'propose', third, later);
  await sql`
    insert into alerts (kind, subject, details, raised_at, last_raised_at)
    values ('chain.suspense', 'x', ${sql.json({ suspense_id: contested, coin: 'ETH' })}, ${at}, ${at})`;

  expect(await migrateSchema(sql, true)).toContain('0013_four_eyes.sql');

  const programme = (name: string) => ({ ...opened, kind: 'programme.approval', facts: { name }, reason: null });
  expect(await proposals(waiting)).toEqual([{ ...programme('Waiting'), ...nothing }]);
  const yes = { ...ended('approved', other, ''), decision_reason: null };
  expect(await proposals(active)).toEqual([{ ...programme('On'), ...yes }]);
  expect(await proposals(suspended)).toEqual([{ ...programme('Off'), ...yes }]);
  expect(
    await sql`
      select v.programme_id, v.state, k.approved_at is not null as valid, v.facts ->> 'name' as name
      from programme_versions v join issuer_keys k using (programme_id) order by v.id`,
  ).toEqual([
    { programme_id: waiting, state: 'proposed', valid: false, name: 'Waiting' },
    { programme_id: active, state: 'active', valid: true, name: 'On' },
    { programme_id: suspended, state: 'active', valid: true, name: 'Off' },
  ]);
  expect(
    await sql`
      select f.batch_id, k.programme_id from cards c join confirmations f on f.id = c.confirmation_id
      join issuer_keys k on k.id = f.key_id`,
  ).toEqual([{ batch_id: approved, programme_id: active }]);
  expect(await sql`select programme_id, rule from programme_suspensions`).toEqual([
    { programme_id: suspended, rule: 'IG-24' },
  ]);
  const batch = { ...opened, kind: 'batch.approval', facts: { name: 'Old batch' }, reason: null, proposer_id: third };
  expect(await proposals(draft)).toEqual([]);
  expect(await proposals(imported)).toEqual([{ ...batch, ...nothing }]);
  expect(await proposals(approved)).toEqual([{ ...batch, ...yes }]);

  const release = {
    ...opened,
    kind: 'hold.release',
    facts: { coin: 'ETH', amount_units: '7', payment_id: expect.any(String) },
  };
  expect(await proposals(released)).toEqual([{ ...release, ...ended('approved', other, 'release it') }]);
  expect(await proposals(keptByOther)).toEqual([{ ...release, ...ended('rejected', other, 'keep it') }]);
  expect(await proposals(keptByAsker)).toEqual([{ ...release, ...ended('withdrawn', asker, 'keep it') }]);
  expect(await proposals(stillHeld)).toEqual([{ ...release, ...nothing }]);
  expect(await proposals(keptAlone)).toEqual([]);
  const left = await sql`select deposit_id, decision from hold_decisions order by id`;
  expect(left).toEqual([
    { deposit_id: released, decision: 'release' },
    ...[keptByOther, keptByAsker, keptAlone].map((deposit_id) => ({ deposit_id, decision: 'keep' })),
  ]);
  await expect(sql`delete from hold_decisions`).rejects.toThrow(/append-only/);

  const owner = {
    ...opened,
    kind: 'unclaimed.owner',
    facts: { user_id: buyer, coin: 'ETH', amount_units: '9' },
  };
  expect(await proposals(assigned)).toEqual([{ ...owner, ...ended('approved', other, 'approve it') }]);
  expect(await proposals(twin)).toEqual([{ ...owner, ...ended('rejected', other, 'approve it') }]);
  const second = { ...owner, proposed_at: later.toISOString(), ...nothing };
  expect(await proposals(renewed)).toEqual([{ ...owner, ...ended('withdrawn', asker, 'propose it') }, second]);
  expect(await proposals(contested)).toEqual([
    { ...owner, ...ended('rejected', third, 'propose it') },
    { ...second, proposer_id: third },
  ]);
  expect(await sql`select kind, details from alerts`).toEqual([
    { kind: 'chain.unclaimed', details: { unclaimed_deposit_id: contested, coin: 'ETH' } },
  ]);
  const [names] = await sql<[{ left: number }]>`
    select (select count(*) from pg_class where relname like '%suspense%')
      + (select count(*) from pg_constraint where conname like '%suspense%')
      + (select count(*) from pg_attribute where attname like '%suspense%') as left`;
  expect(names.left).toBe(0);
});
