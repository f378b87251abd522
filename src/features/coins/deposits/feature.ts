import type { Feature } from '../../feature.ts';
import { reversedAlert, sharedSourceAlert, splitPaymentsAlert } from './alert-kinds.ts';
import { depositBooks } from './deposit-books.ts';
import { heldForReviewAlert, senderListedAlert } from './screening/alert-kinds.ts';
import { startSanctionsLoop } from './screening/start-sanctions-loop.ts';

export const feature: Feature = {
  loops: [startSanctionsLoop],
  alertKinds: [reversedAlert, sharedSourceAlert, splitPaymentsAlert, heldForReviewAlert, senderListedAlert],
  books: depositBooks,
};
