import type { Coin } from '#platform/chain/types.ts';

interface DepthRule {
  /** Depth of an ordinary payment, which is also the depth that balances are reconciled at. */
  usual: number;
  /** From this sum on the deeper one counts: undoing it must cost more than it brings. */
  large_cents: number;
  large: number;
}

const RULES: Record<Coin, DepthRule> = {
  BTC: { usual: 3, large_cents: 1_000_00, large: 6 },
  ETH: { usual: 12, large_cents: 1_000_00, large: 64 },
  LTC: { usual: 6, large_cents: 1_000_00, large: 12 },
};

export const usualDepth = (coin: Coin): number => RULES[coin].usual;

/** From which sum on a payment needs more confirmations, and how many. */
export const largeDepth = (coin: Coin): { from_cents: number; confirmations: number } => ({
  from_cents: RULES[coin].large_cents,
  confirmations: RULES[coin].large,
});

/** Confirmations that all uncredited deposits of a user together need: splitting a sum does not make it cheaper. */
export function requiredDepth(coin: Coin, cents: number): number {
  const { usual, large_cents, large } = RULES[coin];
  return cents >= large_cents ? large : usual;
}
