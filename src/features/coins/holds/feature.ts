import type { Feature } from '../../feature.ts';
import { releaseKind } from './release-kind.ts';
import { holdRoutes } from './routes.ts';

export const feature: Feature = {
  routes: holdRoutes,
  proposalKinds: [releaseKind],
};
