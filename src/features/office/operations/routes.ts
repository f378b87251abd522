import * as contract from '#contracts/office/operations.ts';
import { serve } from '#platform/http/serve.ts';
import { getJobs } from './jobs/get-jobs.ts';
import { giveUpJob } from './jobs/give-up-job.ts';
import { retryJob } from './jobs/retry-job.ts';
import { endMaintenance } from './maintenance/end-maintenance.ts';
import { getMaintenance } from './maintenance/get-maintenance.ts';
import { startMaintenance } from './maintenance/start-maintenance.ts';
import { getSettings } from './settings/get-settings.ts';

export const operationsRoutes = [
  serve(contract.getMaintenance, getMaintenance),
  serve(contract.startMaintenance, startMaintenance),
  serve(contract.endMaintenance, endMaintenance),
  serve(contract.getSettings, getSettings),
  serve(contract.getJobs, getJobs),
  serve(contract.retryJob, retryJob),
  serve(contract.giveUpJob, giveUpJob),
];
