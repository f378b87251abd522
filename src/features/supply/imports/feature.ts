import type { Feature } from '../../feature.ts';
import { sealedImports, sealedStatistics } from './commit/sealed-imports.ts';
import { importErrorsRetention } from './import-errors-retention.ts';
import { commitTask } from './progress/commit-task.ts';
import { importMails } from './progress/mails.ts';
import { startImportsLoop } from './progress/start-imports-loop.ts';
import { recordKinds } from './record-kinds.ts';
import { importRoutes } from './routes.ts';

export const feature: Feature = {
  routes: importRoutes,
  mails: importMails,
  vaultJobs: { import: commitTask },
  loops: [startImportsLoop],
  retention: [importErrorsRetention],
  recordKinds,
  sealedPlaces: [sealedImports, sealedStatistics],
  tables: {
    column_matches: { why: 'stock' },
    import_chunks: { days: 1 },
    import_errors: { rule: 'import_errors' },
    imports: { why: 'stock', of: 'staff' },
    programme_statistics: { why: 'stock' },
  },
};
