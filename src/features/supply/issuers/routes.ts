import * as contract from '#contracts/supply/issuers.ts';
import { serve } from '#platform/http/serve.ts';
import { askIssuer } from './ask-issuer.ts';
import { getIssuerCheck } from './get-issuer-check.ts';
import { getIssuerReports } from './get-issuer-reports.ts';
import { uploadManifest } from './upload-manifest.ts';
import { uploadReport } from './upload-report.ts';

export const issuerRoutes = [
  serve(contract.getIssuerCheck, getIssuerCheck),
  serve(contract.askIssuer, askIssuer),
  serve(contract.uploadManifest, uploadManifest),
  serve(contract.getIssuerReports, getIssuerReports),
  serve(contract.uploadReport, uploadReport),
];
