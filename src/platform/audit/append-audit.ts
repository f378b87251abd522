import type { Db } from '#platform/db/client.ts';

export interface AuditEntry {
  actor_id: string | null;
  /** `feature.what_happened` */
  action: string;
  /** Id of what it happened to. */
  subject?: string;
  address?: string;
  /** Facts beside it; never a secret. */
  details?: Record<string, string | number | boolean | null | string[]>;
  /** Where the shop's clock counts, as for what is counted by time; else the database's. */
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
