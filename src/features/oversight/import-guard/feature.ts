import type { Feature } from '../../feature.ts';
import { rescanTexts } from './rescan-texts.ts';
import { importGuardRoutes } from './routes.ts';
import { storedTextsAlert } from './stored-texts-alert.ts';

export const feature: Feature = {
  routes: importGuardRoutes,
  sweeps: ({ textSources }) => [rescanTexts(textSources)],
  alertKinds: [storedTextsAlert],
  tables: {
    text_scans: { why: 'proof' },
  },
};
