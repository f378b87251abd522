import type { Tx } from '#platform/db/client.ts';

interface Revocation {
  key_id: string;
  revoked_by: string;
  reason: string;
  now: Date;
}

/** Ends a key of an issuer for good. What it confirmed is its caller's to take back. */
export async function endKey(sql: Tx, { key_id, revoked_by, reason, now }: Revocation): Promise<void> {
  await sql`
    update issuer_keys set revoked_at = ${now}, revoked_by = ${revoked_by}, revoke_reason = ${reason}
    where id = ${key_id}`;
}
