import type { Feature } from '../../feature.ts';
import { priceCutAlert } from './prices/price-cut-alert.ts';
import { repriceBatches } from './prices/reprice-batches.ts';
import { batchKind } from './proposals/batch-kind.ts';
import { quarantineKind } from './proposals/quarantine-kind.ts';
import { recordKinds } from './record-kinds.ts';
import { batchRoutes } from './routes.ts';
import { sealedCards } from './secrets/sealed-cards.ts';
import { brakedAlert } from './states/braked-alert.ts';
import { expireCards } from './states/expire-cards.ts';

export const feature: Feature = {
  routes: batchRoutes,
  sweeps: [expireCards, repriceBatches],
  alertKinds: [priceCutAlert, brakedAlert],
  proposalKinds: [batchKind, quarantineKind],
  recordKinds,
  sealedPlaces: [sealedCards],
  tables: {
    batches: { why: 'stock', of: 'staff' },
    cards: { why: 'stock' },
    confirmations: { why: 'proof', of: 'access' },
    quarantine_decisions: { why: 'proof', of: 'staff' },
    quarantines: { why: 'stock' },
    returned_cards: { why: 'work', of: 'orders' },
  },
};
