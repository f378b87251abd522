import type { Feature } from '../../feature.ts';
import { depositBooks } from './deposit-books.ts';
import { recordKinds } from './record-kinds.ts';
import { startSanctionsLoop } from './screening/start-sanctions-loop.ts';

export const feature: Feature = {
  loops: [startSanctionsLoop],
  books: depositBooks,
  recordKinds,
  tables: {
    deposit_addresses: { why: 'account', of: 'payments' },
    deposit_credits: { why: 'books', of: 'payments' },
    deposits: { why: 'books', of: 'payments' },
    hold_decisions: { why: 'proof', of: 'checks' },
    seen_hints: { why: 'chain', of: 'payments' },
  },
};
