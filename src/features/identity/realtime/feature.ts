import type { Feature } from '../../feature.ts';
import { realtimeRoutes } from './routes.ts';

export const feature: Feature = {
  routes: realtimeRoutes,
};
