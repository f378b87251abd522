import type { payoutObstacles, SellerPayment } from '#contracts/supply/payouts.ts';
import type { Db } from '#platform/db/client.ts';
import type { VaultCtx } from '../../../ctx.ts';
import { isListed } from '../destination/is-listed.ts';
import { openDestination, readDestinations } from '../destination/read-destination.ts';

type Obstacle = (typeof payoutObstacles)[number];
type Standing = Pick<SellerPayment, 'obstacles' | 'destination' | 'next_destination'>;

/** The seller's payout destination, and what prevents a payout now. `except` is a payout that may be open. */
export async function findObstacles(ctx: VaultCtx, sql: Db, seller_id: string, except?: string): Promise<Standing> {
  const where = await readDestinations(sql, seller_id, ctx.clock.now());
  const { destination, next_destination } = where;
  const [row] = await sql<
    [{ verified: boolean; braked: boolean; few_buyers: boolean; claimed: boolean; open: boolean }]
  >`
    select s.state = 'verified' as verified,
      exists (select from batches where seller_id = s.id and braked_at is not null) as braked,
      exists (select from seller_waits where seller_id = s.id and released_at is null) as few_buyers,
      exists (select from claimed_lines m join seller_lines e on e.line_id = m.line_id
        where m.state in ('waiting', 'open') and e.seller_id = s.id and e.state = 'available') as claimed,
      exists (select from seller_payouts p where p.seller_id = s.id and p.id is distinct from ${except ?? null}
        and (p.state = 'approved' or exists (select from proposals
          where kind = 'payout.approval' and subject = p.id and decision is null))) as open
    from sellers s where s.id = ${seller_id}`;
  const listed =
    destination && (await isListed(sql, destination.kind, await openDestination(ctx, sql, destination.id)));
  const found: Record<Exclude<Obstacle, 'minimum'>, boolean | null> = {
    unverified: !row.verified,
    no_destination: !destination,
    cooling_down: next_destination !== null,
    listed,
    // Its issuer couldn't redeem too many cards of a batch (P5).
    braked: row.braked,
    // They may have bought from themselves (P15).
    few_buyers: row.few_buyers,
    // A buyer claims a card whose money is available already (P6).
    claimed: row.claimed,
    open: row.open,
  };
  const obstacles = (Object.keys(found) as (keyof typeof found)[]).filter((name) => found[name]);
  return { obstacles, ...where };
}
