import type { Feature } from '../../feature.ts';
import { drillFailedAlert, drillOverdueAlert } from './outcomes/alert-kinds.ts';
import { startDrillLoop } from './weekly/start-drill-loop.ts';

export const feature: Feature = {
  vaultLoops: [startDrillLoop],
  alertKinds: [drillFailedAlert, drillOverdueAlert],
  tables: {
    backup_drills: { why: 'proof' },
  },
};
