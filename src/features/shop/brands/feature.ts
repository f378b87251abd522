import type { Feature } from '../../feature.ts';
import { brandSource } from './brand-source.ts';
import { startPricesLoop } from './history/start-prices-loop.ts';
import { brandRoutes } from './routes.ts';

export const feature: Feature = {
  routes: brandRoutes,
  loops: [startPricesLoop],
  textSources: [brandSource],
  tables: {
    brand_categories: { why: 'stock' },
    brand_slugs: { why: 'stock' },
    brands: { why: 'stock' },
    price_days: { days: 30 },
    programme_moments: { why: 'stock' },
  },
};
