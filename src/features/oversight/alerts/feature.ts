import type { Feature } from '../../feature.ts';
import { forgedRowTask } from './forged-row-task.ts';
import { alertMails } from './mails.ts';
import { alertRoutes } from './routes.ts';

export const feature: Feature = {
  routes: alertRoutes,
  mails: alertMails,
  jobs: { forged_row: forgedRowTask },
  tables: {
    alerts: { why: 'proof', of: 'checks' },
  },
};
