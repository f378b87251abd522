import type { Feature } from '../../feature.ts';
import { guestRoutes } from './routes.ts';
import { sweepLinks } from './sweep-links.ts';

export const feature: Feature = {
  routes: guestRoutes,
  sweeps: [sweepLinks],
};
