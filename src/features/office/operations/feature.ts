import type { Feature } from '../../feature.ts';
import { operationsRoutes } from './routes.ts';

export const feature: Feature = {
  routes: operationsRoutes,
};
