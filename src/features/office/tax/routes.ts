import * as contract from '#contracts/office/tax.ts';
import { serve } from '#platform/http/serve.ts';
import { listDocuments } from './invoices/list-documents.ts';
import { listOrderDocuments } from './invoices/list-order-documents.ts';
import { decideOperator } from './operator/decide-operator.ts';
import { getOperator } from './operator/get-operator.ts';
import { getOperatorVersions } from './operator/get-operator-versions.ts';
import { proposeOperator } from './operator/propose-operator.ts';
import { exportOss } from './oss/export-oss.ts';
import { getOssReport } from './oss/get-oss-report.ts';
import { decideTaxRates } from './rates/decide-tax-rates.ts';
import { getTaxRates } from './rates/get-tax-rates.ts';
import { proposeTaxRates } from './rates/propose-tax-rates.ts';

export const taxRoutes = [
  serve(contract.getOperator, getOperator),
  serve(contract.getOperatorVersions, getOperatorVersions),
  serve(contract.proposeOperator, proposeOperator),
  serve(contract.decideOperator, decideOperator),
  serve(contract.getTaxRates, getTaxRates),
  serve(contract.proposeTaxRates, proposeTaxRates),
  serve(contract.decideTaxRates, decideTaxRates),
  serve(contract.listOrderDocuments, listOrderDocuments),
  serve(contract.listDocuments, listDocuments),
  serve(contract.getOssReport, getOssReport),
  serve(contract.exportOss, exportOss),
];
