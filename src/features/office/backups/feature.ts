import type { Feature } from '../../feature.ts';
import { failedAlert, notRemovedAlert, overdueAlert } from './nightly/alert-kinds.ts';
import { startArchiveLoop } from './nightly/start-archive-loop.ts';
import { startBackupLoop } from './nightly/start-backup-loop.ts';
import { backupsRoutes } from './routes.ts';

export const feature: Feature = {
  routes: backupsRoutes,
  vaultLoops: [startArchiveLoop, startBackupLoop],
  alertKinds: [failedAlert, notRemovedAlert, overdueAlert],
  tables: {
    backups: { why: 'proof' },
  },
};
