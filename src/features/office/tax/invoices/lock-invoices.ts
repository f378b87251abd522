import type { Db } from '#platform/db/client.ts';

/** Until the transaction ends, nobody else gives numbers to invoices or puts rates in force. */
export const lockInvoices = (sql: Db) => sql`select lock_invoices()`;
