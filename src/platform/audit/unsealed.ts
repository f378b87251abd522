import { LOOK_BACK } from '#platform/chained-log/chained-log.ts';
import type { Db } from '#platform/db/client.ts';

/** SQL for the entries `e` that are not chained yet. The second bound keeps it from reading the whole chain. */
export const unsealed = (sql: Db) => sql`
  e.id > ${bound(sql)} and not exists (select from audit_chain c
    where c.entry_id = e.id and c.entry_id > ${bound(sql)})`;

const bound = (sql: Db) => sql`(coalesce((select max(entry_id) from audit_chain), 0) - ${LOOK_BACK})`;
