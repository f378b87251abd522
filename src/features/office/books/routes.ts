import * as contract from '#contracts/office/books.ts';
import { serve } from '#platform/http/serve.ts';
import type { Brought } from '../../feature.ts';
import { exportAllPayments } from './export-all-payments.ts';
import { exportTax } from './export-tax.ts';
import { getLedgerAccount } from './get-ledger-account.ts';
import { getLedgerFlow } from './get-ledger-flow.ts';
import { getReconciliation } from './get-reconciliation.ts';
import { getTaxReport } from './get-tax-report.ts';
import { getTransfer } from './get-transfer.ts';
import { listAccountKinds } from './list-account-kinds.ts';
import { listAllPayments } from './list-all-payments.ts';
import { listLedgerAccounts } from './list-ledger-accounts.ts';
import { listTransfers } from './list-transfers.ts';

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
