import type { Feature } from '../../feature.ts';
import { jumpKind } from './jump-kind.ts';
import { rateJumpAlert } from './rate-jump-alert.ts';
import { rateRoutes } from './routes.ts';
import { startRatesLoop } from './start-rates-loop.ts';

export const feature: Feature = {
  routes: rateRoutes,
  loops: [startRatesLoop],
  alertKinds: [rateJumpAlert],
  proposalKinds: [jumpKind],
};
