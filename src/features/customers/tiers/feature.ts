import type { Feature } from '../../feature.ts';
import { tierMails } from './mails.ts';
import { tierRoutes } from './routes.ts';
import { tierData } from './tier-data.ts';
import { tierKind } from './tier-kind.ts';

export const feature: Feature = {
  routes: tierRoutes,
  mails: tierMails,
  proposalKinds: [tierKind],
  accountData: [tierData],
  tables: {
    identities: { why: 'proof', of: 'checks' },
    tier_checks: { why: 'proof', of: 'checks' },
    tier_requests: { why: 'proof', of: 'checks' },
  },
};
