import { randomUUIDv7 } from 'node:crypto';
import { join } from 'node:path';
import { DEMO_PROGRAMMES } from '#features/demo/stock/programmes.ts';
import { dataKeyAad } from '#features/supply/batches/secrets/card-secret.ts';
import { createVault } from '#platform/vault/create-vault.ts';
import { addBatch, addProgramme, addStaff, type BenchDatabase, settle } from './bench-shop.ts';

const STARTS = ['Bram', 'Vel', 'Quill', 'Hazel', 'Thorn', 'Merri', 'Ash', 'Cor', 'Dun', 'Elm', 'Fen', 'Gar'];
const MIDDLES = ['ber', 'den', 'ing', 'ley', 'mor', 'nor', 'per', 'ro', 'sel', 'ter', 'ver', 'wen'];
const ENDINGS = ['forth', 'quist', 'marsh', 'brook', 'wick', 'mere', 'field', 'dale', 'stead', 'combe'];
const TRADES = ['Books', 'Arcade', 'Café', 'Garden', 'Sports', 'Music', 'Travel', 'Shoes', 'Kitchen', 'Pharmacy'];
const COUNTRIES = 'US US US US GB GB DE DE FR IT ES NL CA AU CH SE PL'.split(' ');
const CURRENCIES: Record<string, string> = {
  US: 'USD',
  GB: 'GBP',
  CA: 'CAD',
  AU: 'AUD',
  CH: 'CHF',
  SE: 'SEK',
  PL: 'PLN',
  DE: 'EUR',
  FR: 'EUR',
  IT: 'EUR',
  ES: 'EUR',
  NL: 'EUR',
};
const LEVELS = ['Standard', 'Standard', 'Standard', 'Plus', 'Plus', 'Premium'] as const;
const FACES = [1_000, 2_500, 5_000];

const at = <T>(list: readonly T[], n: number) => list[n % list.length]!;

/** One of many: an invented name, and for four of five a prefix of eight digits outside the networks' ranges. */
function factsOf(n: number, keyOf: (batch_id: string) => Buffer) {
  const batch_id = randomUUIDv7();
  const trade = Math.floor(n / (STARTS.length * MIDDLES.length * ENDINGS.length));
  const brand = at(STARTS, n) + at(MIDDLES, Math.floor(n / 12)) + at(ENDINGS, Math.floor(n / 144));
  const country = at(COUNTRIES, n * 7);
  const prefix = n % 5 === 4 ? null : (n % 3 === 0 ? '9' : '7') + String((n * 7_919) % 10_000_000).padStart(7, '0');
  const code = prefix
    ? { kind: 'numeric', length: 16, prefix, checksum: 'luhn' }
    : { kind: 'alnum', groups: [4, 4, 4], sep: '-', alphabet: 'ABCDEFGHJKLMNPQRSTUVWXYZ' };
  return {
    id: randomUUIDv7(),
    // Its own, not the model's.
    brand_id: null,
    name: `${brand} ${at(TRADES, n + trade)}`,
    issuer_name: `${brand} Stores Ltd`,
    issuer_country: country,
    country,
    other_countries: n % 6 === 0 && country !== 'AT' ? ['AT'] : [],
    currency: CURRENCIES[country],
    level: at(LEVELS, n * 5 + (n % 7)),
    prefix,
    code_format: { code, pin: null },
    batch_id,
    data_key: `\\x${keyOf(batch_id).toString('hex')}`,
    price: 9_000 + (n % 21) * 50,
    cards: 1 + ((n * 31) % 9),
  };
}

/**
 * So many prefixes, and a quarter as many programmes of codes beside them, as they would stand in a large shop: each with an
 * approved batch of up to nine cards of three face values.
 */
export async function addPrefixes(database: BenchDatabase, prefixes: number): Promise<number> {
  const { sql } = database;
  const staff = await addStaff(sql);
  const model = await addProgramme(sql, staff, DEMO_PROGRAMMES[0]!.programme);
  const batch = await addBatch(database, staff, { programme_id: model, discount_bp: 500 });
  const vault = createVault(join(database.dir, 'master.key'));
  const keyOf = (id: string) => Buffer.from(vault.newDataKey(dataKeyAad(id)).wrapped);
  const rows = Array.from({ length: prefixes * 1.25 }, (_, n) => factsOf(n, keyOf));
  const facts = sql`jsonb_array_elements(${sql.json(rows as never)}::jsonb) as fact`;
  await sql`
    insert into proposals (kind, subject, proposer_id, proposed_at, decision, decider_id, decided_at)
    select kind, (fact ->> field)::uuid, ${staff.importer}, now(), 'approved', ${staff.approver}, now()
    from ${facts}, (values ('programme.approval', 'id'), ('batch.approval', 'batch_id')) as of (kind, field)`;
  await sql`
    insert into programmes select (jsonb_populate_record(model, fact)).* from ${facts}, programmes as model
    where model.id = ${model}`;
  await sql`
    insert into batches select (jsonb_populate_record(model, jsonb_build_object(
      'id', fact -> 'batch_id', 'programme_id', fact -> 'id', 'data_key', fact -> 'data_key'))).*
    from ${facts}, batches as model where model.id = ${batch}`;
  await sql`
    insert into cards (programme_id, batch_id, state, issuer_confirmed, face_cents, price_cents, discount_bp, sealed, blind_index)
    select (fact ->> 'id')::uuid, (fact ->> 'batch_id')::uuid, 'available', true, face, face * (fact ->> 'price')::int / 10000, 500,
      decode(repeat('5a', 96), 'hex'), sha256(((fact ->> 'batch_id') || n)::bytea)
    from ${facts}, generate_series(1, (fact ->> 'cards')::int) as n, lateral (select (${FACES}::bigint[])[1 + n % 3] as face) as of`;
  await settle(sql);
  return rows.length;
}
