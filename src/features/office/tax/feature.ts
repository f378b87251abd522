import type { Feature } from '../../feature.ts';
import { invoiceData } from './invoices/invoice-data.ts';
import { invoiceEvidence } from './invoices/invoice-evidence.ts';
import { startInvoicesLoop } from './invoices/start-invoices-loop.ts';
import { operatorKind } from './operator/operator-kind.ts';
import { ratesKind } from './rates/rates-kind.ts';
import { taxRoutes } from './routes.ts';

export const feature: Feature = {
  routes: taxRoutes,
  loops: [startInvoicesLoop],
  proposalKinds: [operatorKind, ratesKind],
  accountData: [invoiceData],
  evidence: [invoiceEvidence],
  tables: {
    invoices: { why: 'books', of: 'orders' },
    operator_versions: { why: 'books' },
    tax_rates: { why: 'books' },
  },
};
