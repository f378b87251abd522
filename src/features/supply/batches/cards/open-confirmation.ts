import type { Tx } from '#platform/db/client.ts';

/** How an issuer confirmed cards: by a manifest signed with one of its keys, or by its adapter's answer. */
type Source = { key_id: string; manifest_sha256: Uint8Array } | { source: 'adapter' };

/** Records that an issuer confirmed cards of a batch, and how. Returns the confirmation's id. */
export async function openConfirmation(
  sql: Tx,
  { batch_id, now, ...source }: { batch_id: string; now: Date } & Source,
): Promise<string> {
  const [{ id }] = await sql<[{ id: string }]>`
    insert into confirmations ${sql({ batch_id, created_at: now, ...source })} returning id`;
  return id;
}
