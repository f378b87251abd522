import type { Feature } from '../../feature.ts';
import { startAddressesLoop } from './keys/refuse-addresses.ts';
import { watcherRoutes } from './routes.ts';
import { watchChains } from './watch-chains.ts';

export const feature: Feature = {
  routes: watcherRoutes,
  vaultLoops: [startAddressesLoop, watchChains],
};
