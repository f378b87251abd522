import { LOOK_BACK } from '#platform/chained-log/chained-log.ts';
import type { Db } from '#platform/db/client.ts';

/** SQL for the transfers `t` that have no link yet. The second bound keeps it from reading the whole chain. */
export const unsealedTransfers = (sql: Db) => sql`
  t.id > ${bound(sql)} and not exists (select from ledger_chain l
    where l.transfer_id = t.id and l.transfer_id > ${bound(sql)})`;

const bound = (sql: Db) => sql`(coalesce((select max(transfer_id) from ledger_chain), 0) - ${LOOK_BACK})`;
