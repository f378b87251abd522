import type { Feature } from '../../feature.ts';
import { startOffersLoop } from './offers/start-offers-loop.ts';
import { prefixRoutes } from './routes.ts';

export const feature: Feature = {
  routes: prefixRoutes,
  loops: [startOffersLoop],
  tables: {
    programme_offer_changes: { why: 'work' },
    programme_offers: { why: 'stock' },
  },
};
