import { LOOK_BACK } from '#platform/chained-log/chained-log.ts';
import type { Db } from '#platform/db/client.ts';

/** SQL for the transfers `t` that have no link yet. */
export const unsealedTransfers = (sql: Db) => sql`
  t.id > coalesce((select max(transfer_id) from ledger_chain), 0) - ${LOOK_BACK}
    and not exists (select from ledger_chain l where l.transfer_id = t.id)`;
