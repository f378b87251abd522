import type { Feature } from '../../feature.ts';
import { linkData } from './link-data.ts';
import { linkedAccountRoutes } from './routes.ts';
import { sweepLinks } from './sweep-links.ts';

export const feature: Feature = {
  routes: linkedAccountRoutes,
  sweeps: [sweepLinks],
  accountData: [linkData],
  tables: {
    account_links: { days: 180, of: 'checks' },
    account_waits: { why: 'proof', of: 'checks' },
    linked_accounts: { why: 'work', of: 'checks' },
    shared_keys: { why: 'settings', of: 'staff' },
  },
};
