import { randomBytes } from 'node:crypto';
import { dataKeyAad, sealSecret } from '#features/supply/batches/secrets/card-secret.ts';
import type { TestShop } from './shop.ts';

interface StockFacts {
  count?: number;
  price_cents?: number;
  face_cents?: number;
  state?: 'available' | 'unconfirmed';
  country?: string;
  level?: 'Standard' | 'Plus' | 'Premium';
  /** Of the programme. */
  name?: string;
}

export interface TestCard {
  id: string;
  code: string;
  pin: string;
}

/** Inserts cards of a new programme straight into stock; the importer's tests cover the real way. */
export async function addCards(shop: TestShop, facts: StockFacts = {}): Promise<TestCard[]> {
  const {
    count = 1,
    price_cents = 900,
    face_cents = 1000,
    state = 'available',
    country = 'US',
    level = 'Standard',
    name = `Programme ${randomBytes(4).toString('hex')}`,
  } = facts;
  const { sql, ctx } = shop;
  const admin = await shop.createUser({ role: 'admin', duties: ['importer'] });
  const approver = await shop.createUser({ role: 'admin', duties: ['approver'] });
  const [{ programme_id, batch_id }] = await sql<[{ programme_id: string; batch_id: string }]>`
    with ids as (select uuidv7() as programme_id, uuidv7() as batch_id),
    approved as (
      insert into proposals (kind, subject, proposer_id, proposed_at, decision, decider_id, decided_at)
      select kind, subject, ${admin.id}, now(), 'approved', ${approver.id}, now()
      from ids, lateral (values ('programme.approval', programme_id), ('batch.approval', batch_id)) as of (kind, subject)
    )
    select programme_id, batch_id from ids`;
  await sql`
    insert into programmes (id, name, issuer_name, issuer_country, registration_ref, terms_url, network, country, currency, level, prefix,
      code_format, face_values_cents, voucher_kind, expiry_policy, redemption_text, evidence_sha256,
      color_from, color_to, state)
    values (${programme_id}, ${name}, 'Issuer Ltd', ${country}, 'REG-1', 'https://issuer.example/terms', 'closed_loop', ${country}, 'USD', ${level}, '603628',
      '{"code": {"kind": "numeric", "length": 16, "prefix": "603628"}, "pin": null}', ${[face_cents]}, 'single_purpose', 'Five years', 'Redeem in any shop of the issuer.', ${randomBytes(32)},
      '#112233', '#445566', 'active')`;
  const { key, wrapped } = ctx.vault.newDataKey(dataKeyAad(batch_id));
  await sql`
    insert into batches (id, programme_id, name, supplier, invoice_reference, invoice_date, usd_e9, data_key, state, created_by, imported_by)
    values (${batch_id}, ${programme_id}, 'Batch', 'Supplier', 'INV-1', '2026-01-01', 1000000000, ${wrapped}, 'approved', ${admin.id}, ${admin.id})`;
  const cards: TestCard[] = [];
  for (let i = 0; i < count; i++) {
    const [row] = await sql<{ id: string }[]>`select uuidv7() as id`;
    const card = { id: row!.id, code: `CODE-${randomBytes(6).toString('hex')}`, pin: '730415' };
    const sealed = sealSecret(
      ctx.vault,
      key,
      { card_id: card.id, programme_id },
      { code: card.code, pin: card.pin, url: null },
    );
    await sql`insert into cards (id, programme_id, batch_id, state, issuer_confirmed, face_cents, price_cents, discount_bp, expires_on, sealed, blind_index)
      values (${card.id}, ${programme_id}, ${batch_id}, ${state}, ${state === 'available'}, ${face_cents}, ${price_cents}, 1000, '2032-01-01', ${sealed},
        ${ctx.vault.blindIndex(card.code)})`;
    cards.push(card);
  }
  return cards;
}
