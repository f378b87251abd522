import type { Feature } from '../../feature.ts';
import { failedAlert, overdueAlert } from './nightly/alert-kinds.ts';
import { startArchiveLoop } from './nightly/start-archive-loop.ts';
import { startBackupLoop } from './nightly/start-backup-loop.ts';

export const feature: Feature = {
  vaultLoops: [startArchiveLoop, startBackupLoop],
  alertKinds: [failedAlert, overdueAlert],
  tables: {
    backups: { why: 'proof' },
  },
};
