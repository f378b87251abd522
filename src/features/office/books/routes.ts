import * as contract from '#contracts/office/books.ts';
import { serve } from '#platform/http/serve.ts';
import type { Brought } from '../../feature.ts';
import { getReconciliation } from './get-reconciliation.ts';
import { getLedgerAccount } from './ledger/get-ledger-account.ts';
import { getTransfer } from './ledger/get-transfer.ts';
import { listLedgerAccounts } from './ledger/list-ledger-accounts.ts';
import { listTransfers } from './ledger/list-transfers.ts';
import { exportAllPayments } from './payments/export-all-payments.ts';
import { listAllPayments } from './payments/list-all-payments.ts';
import { getLedgerFlow } from './sums/get-ledger-flow.ts';
import { listAccountKinds } from './sums/list-account-kinds.ts';
import { exportTax } from './tax/export-tax.ts';
import { getTaxReport } from './tax/get-tax-report.ts';

export const bookRoutes = ({ recordKinds }: Brought) => [
  serve(contract.listAccountKinds, listAccountKinds),
  serve(contract.getLedgerFlow, getLedgerFlow),
  serve(contract.listLedgerAccounts, listLedgerAccounts),
  serve(contract.getLedgerAccount, getLedgerAccount(recordKinds)),
  serve(contract.listTransfers, listTransfers(recordKinds)),
  serve(contract.getTransfer, getTransfer(recordKinds)),
  serve(contract.getReconciliation, getReconciliation),
  serve(contract.getTaxReport, getTaxReport),
  serve(contract.exportTax, exportTax),
  serve(contract.listAllPayments, listAllPayments),
  serve(contract.exportAllPayments, exportAllPayments),
];
