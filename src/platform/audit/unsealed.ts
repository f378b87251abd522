import type { Db } from '#platform/db/client.ts';

// How far below the highest chained id an entry that committed late may be and still be found.
const LOOK_BACK = 20_000;

/** SQL for the entries `e` that are not chained yet. */
export const unsealed = (sql: Db) => sql`
  e.id > coalesce((select max(entry_id) from audit_chain), 0) - ${LOOK_BACK}
    and not exists (select from audit_chain c where c.entry_id = e.id)`;
