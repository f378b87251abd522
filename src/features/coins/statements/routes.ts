import * as contract from '#contracts/coins/statements.ts';
import { serve } from '#platform/http/serve.ts';
import { exportYear } from './export-year.ts';
import { getReceipt } from './get-receipt.ts';
import { getStatement } from './get-statement.ts';
import { listStatements } from './list-statements.ts';

export const statementRoutes = [
  serve(contract.getReceipt, getReceipt),
  serve(contract.exportYear, exportYear),
  serve(contract.listStatements, listStatements),
  serve(contract.getStatement, getStatement),
];
