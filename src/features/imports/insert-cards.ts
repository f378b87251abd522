import { randomUUIDv7 } from 'node:crypto';
import type { Tx } from '#platform/db/client.ts';
import type { Vault } from '#platform/vault/create-vault.ts';
import { sealSecret } from '../batches/secrets/card-secret.ts';
import { codeDigest } from '../import-guard/code-digest.ts';
import type { CodeFormat } from '../import-guard/format.ts';
import type { GuardedRow } from '../import-guard/row-guard.ts';
import { priceCents } from './price-cents.ts';

export interface StockRow {
  number: number;
  card: GuardedRow;
  face_cents: number;
  /** null: it may be sold once its issuer confirmed it and its batch is approved. */
  quarantine_id: string | null;
}

interface Target {
  batch: { id: string; programme_id: string; code_format: CodeFormat; discount_bp: number; usd_rate_micro: number };
  dataKey: Uint8Array;
  rows: readonly StockRow[];
}

/** Seals and stores rows in one statement; returns those whose code is in stock already, even if sold (IG-19). */
export async function insertCards(vault: Vault, sql: Tx, { batch, dataKey, rows }: Target): Promise<StockRow[]> {
  if (rows.length === 0) return [];
  const { id: batch_id, programme_id, discount_bp } = batch;
  const isLink = batch.code_format.code.kind === 'link';
  const cards = rows.map(({ card, face_cents, quarantine_id }) => {
    const id = randomUUIDv7();
    const { code, pin, serial, activation_ref, expires_on } = card;
    const secret = { code: isLink ? null : code, url: isLink ? code : null, pin, serial, activation_ref };
    return {
      id,
      programme_id,
      batch_id,
      quarantine_id,
      state: quarantine_id ? 'quarantined' : 'unconfirmed',
      face_cents,
      price_cents: priceCents(face_cents, batch),
      discount_bp,
      expires_on,
      sealed: sealSecret(vault, dataKey, { card_id: id, programme_id }, secret),
      // Indexes the digest, not the code, so that an issuer's manifest of digests finds its cards.
      blind_index: vault.blindIndex(codeDigest(code)),
    };
  });
  const stored = await sql<
    { id: string }[]
  >`insert into cards ${sql(cards)} on conflict (blind_index) do nothing returning id`;
  const ids = new Set(stored.map(({ id }) => id));
  return rows.filter((_row, at) => !ids.has(cards[at]!.id));
}
