import { type Message, message } from '#i18n/message.ts';
import { tierLimits } from '../../customers/tiers/tier-limits.ts';
import { MINIMUM_CENTS } from '../deposits/credit/top-up-limits.ts';
import type { HoldReason } from '../deposits/credit-deposit.ts';

/** Tells the owner why money is on hold and what releases it. It never names the list behind a review. */
export function holdMessage(reason: HoldReason, coin: string, tier: number): Message {
  const { stored_balance_cents, top_up_30d_cents } = tierLimits(tier);
  switch (reason) {
    case 'review':
      return message('hold.review');
    case 'kept':
      return message('hold.kept');
    case 'unknown':
      return message('hold.unknown');
    case 'minimum':
      return message('hold.minimum', { minimum: { cents: MINIMUM_CENTS }, coin });
    case 'stored':
      return message('hold.stored', { limit: { cents: stored_balance_cents } });
    case 'monthly':
      return message('hold.monthly', { limit: { cents: top_up_30d_cents } });
  }
}

/** What lifts the wait of dust. */
export const dustMessage = (coin: string): Message => message('hold.dust', { minimum: { cents: MINIMUM_CENTS }, coin });
