import type { Feature } from '../../feature.ts';
import { jumpKind } from './jumps/jump-kind.ts';
import { rateJumpAlert } from './jumps/rate-jump-alert.ts';
import { rateEvidence } from './rate-evidence.ts';
import { recordKinds } from './record-kinds.ts';
import { rateRoutes } from './routes.ts';
import { startRatesLoop } from './start-rates-loop.ts';

export const feature: Feature = {
  routes: rateRoutes,
  loops: [startRatesLoop],
  alertKinds: [rateJumpAlert],
  proposalKinds: [jumpKind],
  recordKinds,
  evidence: [rateEvidence],
  tables: {
    fiat_samples: { days: 30 },
    rate_jumps: { why: 'stock' },
    rate_samples: { days: 30 },
  },
};
