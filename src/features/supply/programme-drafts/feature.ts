import type { Feature } from '../../feature.ts';
import { draftSource } from './draft-source.ts';
import { DRAFT_DAYS, forgetDrafts } from './forget-drafts.ts';
import { programmeDraftRoutes } from './routes.ts';

export const feature: Feature = {
  routes: programmeDraftRoutes,
  sweeps: [forgetDrafts],
  textSources: [draftSource],
  tables: {
    programme_drafts: { days: DRAFT_DAYS, of: 'staff' },
  },
};
