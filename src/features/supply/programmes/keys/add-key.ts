import type { Tx } from '#platform/db/client.ts';

interface NewKey {
  programme_id: string;
  /** Base64. */
  public_key: string;
  valid_from: string | Date;
  /** The key that it takes the place of. */
  replaces: string | null;
  now: Date;
}

/** Adds a key of a programme's issuer, which confirms nothing before its approval. Returns its id. */
export async function addKey(
  sql: Tx,
  { programme_id, public_key, valid_from, replaces, now }: NewKey,
): Promise<string> {
  const [{ id }] = await sql<[{ id: string }]>`
    insert into issuer_keys (programme_id, public_key, valid_from, replaces, proposed_at)
    values (${programme_id}, ${Buffer.from(public_key, 'base64')}, ${valid_from}, ${replaces}, ${now})
    returning id`;
  return id;
}
