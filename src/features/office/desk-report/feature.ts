import type { Feature } from '../../feature.ts';
import { startDeskFiguresLoop } from './figures/start-desk-figures-loop.ts';
import { deskReportRoutes } from './routes.ts';

export const feature: Feature = {
  routes: deskReportRoutes,
  loops: [startDeskFiguresLoop],
  tables: {
    desk_figures: { why: 'figures' },
  },
};
