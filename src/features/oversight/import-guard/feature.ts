import type { Feature } from '../../feature.ts';
import { importGuardRoutes } from './routes.ts';
import { rescanTexts } from './stored-texts/rescan-texts.ts';
import { storedTextsAlert } from './stored-texts/stored-texts-alert.ts';

export const feature: Feature = {
  routes: importGuardRoutes,
  sweeps: ({ textSources }) => [rescanTexts(textSources)],
  alertKinds: [storedTextsAlert],
  tables: {
    text_scans: { why: 'proof' },
  },
};
