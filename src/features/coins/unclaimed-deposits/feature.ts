import type { Feature } from '../../feature.ts';
import { ownerKind } from './owner-kind.ts';
import { recordKinds } from './record-kinds.ts';
import { unclaimedDepositRoutes } from './routes.ts';

export const feature: Feature = {
  routes: unclaimedDepositRoutes,
  proposalKinds: [ownerKind],
  recordKinds,
};
