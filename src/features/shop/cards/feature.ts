import type { Feature } from '../../feature.ts';
import { cardRoutes } from './routes.ts';
import { startLotsLoop } from './start-lots-loop.ts';

export const feature: Feature = {
  routes: cardRoutes,
  loops: [startLotsLoop],
  tables: {
    card_lot_departures: { why: 'work' },
    card_lots: { why: 'stock' },
  },
};
