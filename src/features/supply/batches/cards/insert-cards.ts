import { randomUUIDv7 } from 'node:crypto';
import { scheduler } from 'node:timers/promises';
import type { Tx } from '#platform/db/client.ts';
import type { Vault } from '#platform/vault/create-vault.ts';
import { codeDigest } from '../../../oversight/import-guard/code-digest.ts';
import type { CodeFormat } from '../../../oversight/import-guard/masks/format.ts';
import type { GuardedRow } from '../../../oversight/import-guard/row-guard.ts';
import { priceOf } from '../prices/price-of.ts';
import { sealSecret } from '../secrets/card-secret.ts';

export interface StockRow {
  number: number;
  card: GuardedRow;
  face_cents: number;
  /** null: it may be sold once its issuer confirmed it and its import is approved. */
  quarantine_id: string | null;
}

interface Target {
  batch: { id: string; programme_id: string; discount_bp: number; rounding_cents: number; code_format: CodeFormat };
  import_id: string;
  usd_e9: number;
  dataKey: Uint8Array;
  rows: readonly StockRow[];
}

interface Inserted {
  /** Rows whose code is in stock already, even if sold (IG-19). */
  duplicates: Set<StockRow>;
  /** Rows whose code was imported once before, and undone. */
  again: Set<StockRow>;
}

const BYTES_ARRAY = 1001;
// About a millisecond of work between two looks at what else the process has to do.
const ROWS_AT_ONCE = 50;

/** Seals and stores rows in one statement. */
export async function insertCards(vault: Vault, sql: Tx, target: Target): Promise<Inserted> {
  const { batch, import_id, usd_e9, dataKey, rows } = target;
  const { id: batch_id, programme_id, discount_bp, rounding_cents } = batch;
  const isLink = batch.code_format.code.kind === 'link';
  const ids = rows.map(() => randomUUIDv7());
  const sealed: Buffer[] = [];
  const indexes: Buffer[] = [];
  for (const [at, { card }] of rows.entries()) {
    if (at % ROWS_AT_ONCE === 0) await scheduler.yield();
    const { code, pin } = card;
    const secret = { code: isLink ? null : code, url: isLink ? code : null, pin };
    sealed.push(sealSecret(vault, dataKey, { card_id: ids[at]!, programme_id }, secret));
    // Indexes the digest, not the code, so that an issuer's manifest of digests finds its cards.
    indexes.push(vault.blindIndex(codeDigest(code)));
  }
  const undone = await sql<{ blind_index: Buffer }[]>`
    select blind_index from cards where undone and blind_index = any(${sql.array(indexes, BYTES_ARRAY)})`;
  const price = priceOf(sql, { usd_e9, discount_bp, rounding_cents });
  const stored = await sql<{ id: string }[]>`
    insert into cards (id, programme_id, batch_id, import_id, quarantine_id, state, face_cents,
      price_cents, discount_bp, expires_on, sealed, blind_index, import_row)
    select c.id, ${programme_id}, ${batch_id}, ${import_id}, c.quarantine_id,
      case when c.quarantine_id is null then 'unconfirmed' else 'quarantined' end, c.face_cents, ${price},
      ${discount_bp}, c.expires_on, c.sealed, c.blind_index, c.import_row
    from unnest(${ids}::uuid[], ${rows.map((row) => row.quarantine_id)}::uuid[],
      ${rows.map((row) => row.face_cents)}::bigint[],
      ${rows.map(({ card }) => card.expires_on)}::date[],
      ${sql.array(sealed, BYTES_ARRAY)}, ${sql.array(indexes, BYTES_ARRAY)}, ${rows.map((row) => row.number)}::int[]
    ) as c (id, quarantine_id, face_cents, expires_on, sealed, blind_index, import_row)
    on conflict (blind_index) where not undone do nothing returning id`;
  const inserted = new Set(stored.map(({ id }) => id));
  const seen = new Set(undone.map(({ blind_index }) => blind_index.toString('latin1')));
  return {
    duplicates: new Set(rows.filter((_row, at) => !inserted.has(ids[at]!))),
    again: new Set(rows.filter((_row, at) => seen.has(indexes[at]!.toString('latin1')))),
  };
}
