import type { Feature } from '../../feature.ts';
import { deliverAlertTask } from './deliver-alert.ts';
import { notifyReceiversTask } from './notify-receivers.ts';
import { receiverEvidence } from './receiver/receiver-evidence.ts';
import { alertReceiverRoutes } from './routes.ts';
import { sealedReceivers } from './sealed-receivers.ts';
import { undeliveredAlert } from './undelivered-alert.ts';

export const feature: Feature = {
  routes: alertReceiverRoutes,
  pushJobs: ({ alertKinds }) => ({
    notify_receivers: notifyReceiversTask,
    deliver_alert: deliverAlertTask(alertKinds),
  }),
  alertKinds: [undeliveredAlert],
  evidence: receiverEvidence,
  sealedPlaces: [sealedReceivers],
  tables: {
    alert_receivers: { why: 'settings', of: 'checks' },
  },
};
