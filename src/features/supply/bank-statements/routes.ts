import * as contract from '#contracts/supply/bank-statements.ts';
import { serve } from '#platform/http/serve.ts';
import { explainEntry } from './explain-entry.ts';
import { getBankStatement } from './get-bank-statement.ts';
import { listBankStatements } from './list-bank-statements.ts';
import { matchEntry } from './match-entry.ts';
import { reopenEntry } from './reopen-entry.ts';
import { uploadBankStatement } from './upload-bank-statement.ts';

export const bankStatementRoutes = [
  serve(contract.listBankStatements, listBankStatements),
  serve(contract.uploadBankStatement, uploadBankStatement),
  serve(contract.getBankStatement, getBankStatement),
  serve(contract.matchEntry, matchEntry),
  serve(contract.explainEntry, explainEntry),
  serve(contract.reopenEntry, reopenEntry),
];
