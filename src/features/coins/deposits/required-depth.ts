import type { Coin } from '#platform/chain/types.ts';

interface DepthRule {
  /** Confirmations for an ordinary payment; balances are reconciled at this depth too. */
  usual: number;
  /** From this amount on, `large` applies: reversing a payment must cost more than it gains. */
  large_cents: number;
  large: number;
}

const RULES: Record<Coin, DepthRule> = {
  BTC: { usual: 3, large_cents: 1_000_00, large: 6 },
  ETH: { usual: 12, large_cents: 1_000_00, large: 64 },
  LTC: { usual: 6, large_cents: 1_000_00, large: 12 },
};

export const usualDepth = (coin: Coin): number => RULES[coin].usual;

/** From what amount a payment needs more confirmations, and how many. */
export const largeDepth = (coin: Coin): { from_cents: number; confirmations: number } => ({
  from_cents: RULES[coin].large_cents,
  confirmations: RULES[coin].large,
});

/** The confirmations that all uncredited deposits of a user need together, so that splitting a sum doesn't help. */
export function requiredDepth(coin: Coin, cents: number): number {
  const { usual, large_cents, large } = RULES[coin];
  return cents >= large_cents ? large : usual;
}
