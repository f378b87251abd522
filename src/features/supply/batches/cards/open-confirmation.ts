import type { Tx } from '#platform/db/client.ts';

/** What an issuer's word came by: a manifest that a key of it signed, or an answer of its adapter. */
type Source = { key_id: string; manifest_sha256: Uint8Array } | { source: 'adapter' };

/** Opens a confirmation of a batch's cards by their issuer, with the word as its proof. Returns its id. */
export async function openConfirmation(
  sql: Tx,
  { batch_id, now, ...word }: { batch_id: string; now: Date } & Source,
): Promise<string> {
  const [{ id }] = await sql<[{ id: string }]>`
    insert into confirmations ${sql({ batch_id, created_at: now, ...word })} returning id`;
  return id;
}
