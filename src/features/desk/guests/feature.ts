import type { Feature } from '../../feature.ts';
import { guestRoutes } from './routes.ts';

export const feature: Feature = {
  routes: guestRoutes,
};
