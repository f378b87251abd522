import type { Feature } from '../../feature.ts';
import { deliverAlertTask } from './deliver-alert.ts';
import { notifyReceiversTask } from './notify-receivers.ts';
import { receiverEvidence } from './receiver/receiver-evidence.ts';
import { alertReceiverRoutes } from './routes.ts';
import { undeliveredAlert } from './undelivered-alert.ts';

export const feature: Feature = {
  routes: alertReceiverRoutes,
  jobs: { notify_receivers: notifyReceiversTask },
  pushJobs: ({ alertKinds }) => ({ deliver_alert: deliverAlertTask(alertKinds) }),
  alertKinds: [undeliveredAlert],
  evidence: receiverEvidence,
  tables: {
    alert_receivers: { why: 'settings', of: 'checks' },
  },
};
