import { MINUTE_MS } from '#contracts/time-units.ts';
import type { Chain } from '#platform/chain/open-chain.ts';
import type { Hint, Key } from '#platform/chain/types.ts';
import type { Ctx } from '../../../ctx.ts';
import type { Cursor } from '../../deposits/credit/cursor.ts';
import { endSightings } from '../../deposits/sightings/end-sightings.ts';
import { recordSightings } from '../../deposits/sightings/record-sightings.ts';
import { isDust } from '../../dust/economic-minimum.ts';

/** A sighting missing from the mempool this long is gone. Shorter gaps happen: a restarted node, a pending block. */
const MISSING_MS = MINUTE_MS;

/** Records unconfirmed transfers to our addresses, so that they show at once and fix the time for their rate. */
export async function recordHints(ctx: Ctx, chain: Chain, cursor: Cursor, watched: ReadonlySet<Key>): Promise<void> {
  const { coin, adapter } = chain;
  // Dust waits for its sum, whenever it was seen.
  const hints = (await adapter.hints(watched)).filter((hint) => !isDust(ctx, coin, hint));
  await recordSightings(ctx, coin, hints);
  await endMissing(ctx, chain, cursor, hints);
}

/** Ends sightings that are no longer in the mempool: at once where another transaction took their inputs. */
async function endMissing(ctx: Ctx, chain: Chain, cursor: Cursor, hints: readonly Hint[]): Promise<void> {
  const now = ctx.clock.now();
  const missing = await ctx.sql<{ id: number; spends: string[]; overdue: boolean }[]>`
    select id, spends, last_seen_at <= ${new Date(now.getTime() - MISSING_MS)} as overdue from seen_hints
    where coin = ${chain.coin} and deposit_id is null and gone_at is null
      and txid <> all(${hints.map(({ txid }) => txid)}::text[])`;
  const gone = missing.filter(({ overdue }) => overdue);
  for (const sighting of missing) {
    if (!sighting.overdue && (await isReplaced(chain, cursor, sighting.spends))) gone.push(sighting);
  }
  if (gone.length > 0) await endSightings(ctx.sql, now, gone);
}

/** Its inputs are spent, and not by itself: every block is read, and it is neither in one nor in the mempool. */
async function isReplaced({ adapter }: Chain, { hash }: Cursor, spends: readonly string[]): Promise<boolean> {
  return (await adapter.isSpent(spends)) && (await adapter.tip()).hash === hash;
}
