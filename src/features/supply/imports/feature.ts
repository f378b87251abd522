import type { Feature } from '../../feature.ts';
import { commitTask } from './background/commit-task.ts';
import { importMails } from './background/mails.ts';
import { startImportsLoop } from './background/start-imports-loop.ts';
import { importErrorsRetention } from './import-errors-retention.ts';
import { importRoutes } from './routes.ts';

export const feature: Feature = {
  routes: importRoutes,
  mails: importMails,
  vaultJobs: { import: commitTask },
  loops: [startImportsLoop],
  retention: [importErrorsRetention],
};
