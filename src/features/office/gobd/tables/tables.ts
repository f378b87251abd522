import { accountsTable } from './accounts.ts';
import { balancesTable } from './balances.ts';
import { documentLinesTable, documentsTable } from './documents.ts';
import { journalTable } from './journal.ts';
import type { Table } from './table.ts';
import { taxRatesTable } from './tax-rates.ts';

export const tables: readonly Table[] = [
  accountsTable,
  balancesTable,
  journalTable,
  documentsTable,
  documentLinesTable,
  taxRatesTable,
];
