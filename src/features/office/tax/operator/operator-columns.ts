import type { Db } from '#platform/db/client.ts';

/** SQL for the data of an operator, of a row of `operator_versions`. */
export const operatorColumns = (sql: Db) => sql`legal_name, street, postal_code, city, country, vat_id, tax_number`;
