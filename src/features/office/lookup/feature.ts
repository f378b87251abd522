import type { Feature } from '../../feature.ts';
import { lookupRoutes } from './routes.ts';

export const feature: Feature = {
  routes: lookupRoutes,
};
