import type { Db } from '#platform/db/client.ts';
import type { History } from '../history.ts';

/** Finds what breaks a rule, one line for each breach. */
export type Rule = (sql: Db, history: History) => Promise<readonly { detail: string }[]>;

// What is acknowledged is JSON; the client's type for it allows no interface.
export const told = (sql: Db, rows: readonly object[]) => sql.json(rows as never);
