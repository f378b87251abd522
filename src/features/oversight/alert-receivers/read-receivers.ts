import type { AlertReceiver } from '#contracts/oversight/alert-receivers.ts';
import type { Db } from '#platform/db/client.ts';

/** Those that weren't removed, or one of them, without what is sealed. */
export const readReceivers = (sql: Db, id?: string): Promise<AlertReceiver[]> => sql<AlertReceiver[]>`
  select r.id, r.name, r.form, r.severity, r.host, r.created_at, u.username as created_by, r.delivered_at, r.failed_at,
    r.failure
  from alert_receivers r join users u on u.id = r.created_by
  where r.removed_at is null and ${id ? sql`r.id = ${id}` : sql`true`} order by r.id`;
