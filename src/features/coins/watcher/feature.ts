import type { Feature } from '../../feature.ts';
import { backupAlert, haltedAlert } from './alert-kinds.ts';
import { foreignAddressAlert } from './keys/foreign-address-alert.ts';
import { startAddressesLoop } from './keys/refuse-addresses.ts';
import { unclaimedAlert } from './record/unclaimed-alert.ts';
import { watcherRoutes } from './routes.ts';
import { watchChains } from './watch-chains.ts';

export const feature: Feature = {
  routes: watcherRoutes,
  vaultLoops: [startAddressesLoop, watchChains],
  alertKinds: [backupAlert, haltedAlert, foreignAddressAlert, unclaimedAlert],
  tables: {
    derived_keys: { why: 'stock' },
    outflows: { why: 'chain' },
    unclaimed_deposits: { why: 'books', of: 'payments' },
    xpub_accounts: { why: 'chain' },
  },
};
