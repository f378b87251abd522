import type { Feature } from '../../feature.ts';
import { brandingRoutes } from './routes.ts';

export const feature: Feature = {
  routes: brandingRoutes,
};
