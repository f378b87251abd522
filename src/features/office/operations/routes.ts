import * as contract from '#contracts/office/operations.ts';
import { serve } from '#platform/http/serve.ts';
import { endMaintenance } from './end-maintenance.ts';
import { getJobs } from './get-jobs.ts';
import { getMaintenance } from './get-maintenance.ts';
import { getSettings } from './get-settings.ts';
import { giveUpJob } from './give-up-job.ts';
import { retryJob } from './retry-job.ts';
import { startMaintenance } from './start-maintenance.ts';

export const operationsRoutes = [
  serve(contract.getMaintenance, getMaintenance),
  serve(contract.startMaintenance, startMaintenance),
  serve(contract.endMaintenance, endMaintenance),
  serve(contract.getSettings, getSettings),
  serve(contract.getJobs, getJobs),
  serve(contract.retryJob, retryJob),
  serve(contract.giveUpJob, giveUpJob),
];
