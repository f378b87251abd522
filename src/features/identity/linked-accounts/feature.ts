import type { Feature } from '../../feature.ts';
import { linkData } from './link-data.ts';
import { linkedAccountRoutes } from './routes.ts';
import { sweepLinks } from './sweep-links.ts';

export const feature: Feature = {
  routes: linkedAccountRoutes,
  sweeps: [sweepLinks],
  accountData: [linkData],
};
