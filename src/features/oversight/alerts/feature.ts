import type { Feature } from '../../feature.ts';
import { diskFullAlert, forgedRowAlert } from './alert-kinds.ts';
import { forgedRowTask } from './forged-row-task.ts';
import { alertMails } from './mails.ts';
import { alertRoutes } from './routes.ts';

export const feature: Feature = {
  routes: ({ alertKinds }) => alertRoutes(alertKinds),
  mails: ({ alertKinds }) => alertMails(alertKinds),
  jobs: { forged_row: forgedRowTask },
  alertKinds: [diskFullAlert, forgedRowAlert],
  tables: {
    alerts: { why: 'proof', of: 'checks' },
  },
};
