import { type Message, say } from '#words/say.ts';
import { tierLimits } from '../tiers/tier-limits.ts';
import type { HoldReason } from './credit-deposit.ts';
import { MINIMUM_CENTS } from './offers.ts';

/** Why something is held and what lifts that, for its owner. Which list a review is about is not said. */
export function holdText(reason: HoldReason, coin: string, tier: number): Message {
  const { stored_balance_cents, top_up_30d_cents } = tierLimits(tier);
  switch (reason) {
    case 'review':
      return say('hold.review');
    case 'kept':
      return say('hold.kept');
    case 'minimum':
      return say('hold.minimum', { least: { cents: MINIMUM_CENTS }, coin });
    case 'stored':
      return say('hold.stored', { limit: { cents: stored_balance_cents } });
    case 'monthly':
      return say('hold.monthly', { limit: { cents: top_up_30d_cents } });
  }
}
