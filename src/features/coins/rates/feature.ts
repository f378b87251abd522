import type { Feature } from '../../feature.ts';
import { jumpKind } from './jump-kind.ts';
import { rateRoutes } from './routes.ts';
import { startRatesLoop } from './start-rates-loop.ts';

export const feature: Feature = {
  routes: rateRoutes,
  loops: [startRatesLoop],
  proposalKinds: [jumpKind],
};
