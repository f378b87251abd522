import { tierLimits } from '../tiers/tier-limits.ts';
import { dollars } from './amounts.ts';
import type { HoldReason } from './credit-deposit.ts';
import { MINIMUM_CENTS } from './offers.ts';

/** Why something is held and what lifts that, for its owner. Which list a review is about is not said. */
export function holdText(reason: HoldReason, coin: string, tier: number): string {
  const { stored_balance_cents, top_up_30d_cents } = tierLimits(tier);
  const person = 'A person of this shop can release it too.';
  switch (reason) {
    case 'review':
      return 'This payment is being reviewed by a person of this shop. When they release it, it is credited; you need to do nothing.';
    case 'kept':
      return 'A person of this shop looked at this payment and keeps it held. Ask support about it.';
    case 'minimum':
      return `Waiting for more: payments below ${dollars(MINIMUM_CENTS)} are collected. Send more ${coin}; once they reach ${dollars(MINIMUM_CENTS)} together, all are credited.`;
    case 'stored':
      return `Your balance may be at most ${dollars(stored_balance_cents)} at your verification tier. Spend some of it, and what is held is credited by itself. ${person}`;
    case 'monthly':
      return `You may add at most ${dollars(top_up_30d_cents)} within 30 days at your verification tier. What is held is credited by itself when earlier payments are older than that. ${person}`;
  }
}
