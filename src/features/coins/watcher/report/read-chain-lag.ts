import type { Clock } from '#platform/clock.ts';
import type { Db } from '#platform/db/client.ts';

export interface ChainLag {
  coin: string;
  following: boolean;
  /** Blocks behind the node; null as long as nothing was read. */
  blocks: number | null;
  /** Since the watcher last looked. */
  checked_seconds: number;
}

/** How far each chain that was ever followed is behind its node. */
export const readChainLag = (sql: Db, clock: Clock): Promise<ChainLag[]> => sql<ChainLag[]>`
  select coin, state = 'following' as following,
    case when tip_hash is not null then tip_height - height end as blocks,
    greatest(extract(epoch from ${clock.now()} - checked_at), 0)::float8 as checked_seconds
  from chain_cursors order by coin`;
