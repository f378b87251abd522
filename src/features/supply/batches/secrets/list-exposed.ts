import type { Db } from '#platform/db/client.ts';
import { FIRST_ID } from '#platform/db/verify-all.ts';
import { KEY_ID_BYTES, WRAPPED_BYTES } from '#platform/vault/create-vault.ts';

/** A card whose code somebody could have opened; never the code. */
export interface ExposedCard {
  card_id: string;
  programme: string;
  batch_id: string;
  state: string;
  face_cents: number;
  currency: string;
}

/** What leaked: a key that wrapped data keys, or a master key that counted until a time (null: it still does). */
export type Leaked = { key_id: Uint8Array } | { until: Date | null };

const PAGE = 5_000;

/** Every card that a copy of the database and this key open, in pages. */
export async function* listExposed(sql: Db, leaked: Leaked): AsyncGenerator<ExposedCard[]> {
  let after = FIRST_ID;
  for (;;) {
    const page = await sql<ExposedCard[]>`
      select c.id as card_id, p.name as programme, c.batch_id, c.state, c.face_cents, p.currency
      from cards c join batches b on b.id = c.batch_id join programmes p on p.id = b.programme_id
      where c.id > ${after} and ${'key_id' in leaked ? wrappedBy(sql, leaked.key_id) : sql`b.created_at <= coalesce(${leaked.until}, now())`}
      order by c.id limit ${PAGE}`;
    if (page.length > 0) yield page;
    if (page.length < PAGE) return;
    after = page.at(-1)!.card_id;
  }
}

/** SQL for the batches whose data key this key wraps, or wrapped before. */
const wrappedBy = (sql: Db, key_id: Uint8Array) => sql`(
  substring(b.data_key from 1 for ${KEY_ID_BYTES}::int) = ${key_id}
  or substring(b.data_key from ${WRAPPED_BYTES + 1}::int for ${KEY_ID_BYTES}::int) = ${key_id}
  or exists (
    select from former_data_keys f where f.key_id = ${key_id} and f.place = 'batches' and f.row_id = b.id::text))`;
