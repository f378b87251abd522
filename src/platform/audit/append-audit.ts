import type { Db } from '#platform/db/client.ts';

export interface AuditEntry {
  actor_id: string | null;
  /** `feature.what_happened` */
  action: string;
  /** The id of the record concerned. */
  subject?: string;
  address?: string;
  /** Further facts; never a secret. */
  details?: Record<string, string | number | boolean | null | string[]>;
  /** The shop's clock, for entries that are counted by time. Defaults to the database's clock. */
  at?: Date;
}

/** Appends to the audit log in the caller's transaction. */
export async function appendAudit(
  sql: Db,
  { actor_id, action, subject = '', address = '', details = {}, at }: AuditEntry,
): Promise<void> {
  await sql`insert into audit_entries (actor_id, action, subject, address, details, at)
    values (${actor_id}, ${action}, ${subject}, ${address}, ${sql.json(details)}, coalesce(${at ?? null}, now()))`;
}
