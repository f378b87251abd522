import type { Feature } from '../../feature.ts';
import { answerData } from './answer-data.ts';
import { answerEvidence } from './cards/answer-evidence.ts';
import { outageTask } from './cards/outage-task.ts';
import { sealedAnswers } from './cards/sealed-answers.ts';
import { canaryRedeemedAlert, deniedAlert, issuerFailingAlert, unknownCardsAlert } from './checks/alert-kinds.ts';
import { issuerTask } from './checks/issuer-task.ts';
import { watchIssuers } from './checks/watch-issuers.ts';
import { reportDueAlert } from './reports/report-due-alert.ts';
import { reportEvidence } from './reports/report-evidence.ts';
import { watchReports } from './reports/watch-reports.ts';
import { issuerRoutes } from './routes.ts';

export const feature: Feature = {
  routes: issuerRoutes,
  vaultJobs: { issuer: issuerTask, outage: outageTask },
  sweeps: [watchIssuers, watchReports],
  alertKinds: [canaryRedeemedAlert, deniedAlert, issuerFailingAlert, unknownCardsAlert, reportDueAlert],
  accountData: [answerData],
  evidence: [answerEvidence, reportEvidence],
  sealedValues: [sealedAnswers],
  tables: {
    issuer_answers: { why: 'proof', of: 'orders' },
    issuer_checks: { why: 'stock', of: 'staff' },
    issuer_outages: { why: 'stock', of: 'orders' },
    issuer_reports: { why: 'proof', of: 'staff' },
  },
};
