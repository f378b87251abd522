import type { Feature } from '../../feature.ts';
import { issuerKeyRoutes } from './routes.ts';

export const feature: Feature = {
  routes: issuerKeyRoutes,
};
