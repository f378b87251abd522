import type { Feature } from '../../feature.ts';
import { reversedAlert, sharedSourceAlert, splitPaymentsAlert } from './alert-kinds.ts';
import { depositBooks } from './deposit-books.ts';
import { depositEvidence } from './deposit-evidence.ts';
import { recordKinds } from './record-kinds.ts';
import { heldForReviewAlert, senderListedAlert } from './screening/alert-kinds.ts';
import { startSanctionsLoop } from './screening/start-sanctions-loop.ts';

export const feature: Feature = {
  loops: [startSanctionsLoop],
  alertKinds: [reversedAlert, sharedSourceAlert, splitPaymentsAlert, heldForReviewAlert, senderListedAlert],
  books: depositBooks,
  evidence: depositEvidence,
  recordKinds,
  tables: {
    chain_blocks: { why: 'chain' },
    chain_cursors: { why: 'chain' },
    deposit_addresses: { why: 'account', of: 'payments' },
    deposit_credits: { why: 'books', of: 'payments' },
    deposits: { why: 'books', of: 'payments' },
    hold_decisions: { why: 'proof', of: 'checks' },
    payments: { why: 'books', of: 'payments' },
    seen_hints: { why: 'chain', of: 'payments' },
  },
};
