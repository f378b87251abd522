import type { Db } from '#platform/db/client.ts';

/**
 * SQL for the anchors that the audit log records. Whoever can add entries can add one without a sensible number, which
 * would otherwise stop every further anchor and check.
 */
export const anchorRecords = (sql: Db) => sql`(
  select id, (details->>'number')::int as number, details->>'mac' as mac from audit_entries
  where subject = 'audit' and action = 'audit.anchored' and details->>'number' ~ '^[1-9][0-9]{0,8}$') as recorded`;
