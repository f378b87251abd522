import type { Db } from '#platform/db/client.ts';
import type { Alert } from './raise-alert.ts';

/** Closes an open alert whose cause has resolved itself. */
export async function endAlert(sql: Db, now: Date, { kind, subject }: Pick<Alert, 'kind' | 'subject'>): Promise<void> {
  await sql`
    update alerts set resolved_at = ${now} where kind = ${kind.name} and subject = ${subject} and resolved_at is null`;
}
