import type { Feature } from '../../feature.ts';
import { rescanTexts } from './rescan-texts.ts';
import { importGuardRoutes } from './routes.ts';

export const feature: Feature = {
  routes: importGuardRoutes,
  sweeps: ({ textSources }) => [rescanTexts(textSources)],
  tables: {
    text_scans: { why: 'proof' },
  },
};
