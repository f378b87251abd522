import type { Tx } from '#platform/db/client.ts';

/** Entries are matched one after the other, until the caller's transaction ends: two would take the same payouts. */
export const lockStatements = (sql: Tx) => sql`select pg_advisory_xact_lock(hashtextextended('bank_statements', 0))`;
