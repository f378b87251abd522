import { HOUR_S } from '#contracts/time-units.ts';
import type { Chain } from '#platform/chain/open-chain.ts';
import type { ChainHealth, Coin, PauseReason } from '#platform/chain/types.ts';

/** If the newest block is older than this, the node has lost its network. */
const MAX_TIP_AGE_SECONDS: Record<Coin, number> = { BTC: 3 * HOUR_S, ETH: 600, LTC: HOUR_S };

/** Why nothing that a node says counts now: it isn't in sync, or has lost its network; null if it does. */
export function judgeNode(
  { coin, development }: Chain,
  { synced, tipAgeSeconds }: Pick<ChainHealth, 'synced' | 'tipAgeSeconds'>,
): PauseReason | null {
  if (!synced) return { code: 'node_syncing', facts: {} };
  if (development || tipAgeSeconds <= MAX_TIP_AGE_SECONDS[coin]) return null;
  return { code: 'node_stale', facts: { seconds: tipAgeSeconds } };
}
