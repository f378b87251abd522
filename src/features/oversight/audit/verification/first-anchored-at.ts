import type { Db } from '#platform/db/client.ts';

/** When the audit log was first anchored, by an entry that nobody can remove; null in a shop that is new. */
export async function firstAnchoredAt(sql: Db): Promise<Date | null> {
  const [first] = await sql<{ at: string }[]>`
    select at from audit_entries where subject = 'audit' and action = 'audit.anchored' order by id limit 1`;
  return first ? new Date(first.at) : null;
}
