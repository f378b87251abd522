import type { Feature } from '../../feature.ts';
import { startFiguresLoop } from './figures/start-figures-loop.ts';
import { overviewRoutes } from './routes.ts';

export const feature: Feature = {
  routes: overviewRoutes,
  loops: [startFiguresLoop],
  tables: {
    daily_figures: { why: 'figures' },
  },
};
