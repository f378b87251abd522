import type { BatchFilter } from '#contracts/supply/stock.ts';
import type { Db } from '#platform/db/client.ts';
import type { Actor } from '../../ctx.ts';
import { visibleBatches } from '../sellers/access/of-seller.ts';

/** SQL for the cards of a batch `b` by state, from its figures `f`: a batch without cards has none. */
export const countsOf = (sql: Db) => sql`jsonb_build_object(
  'total', coalesce(f.total, 0), 'quarantined', coalesce(f.quarantined, 0), 'unconfirmed', coalesce(f.unconfirmed, 0),
  'available', coalesce(f.available, 0), 'paused', coalesce(f.paused, 0), 'sold', coalesce(f.sold, 0),
  'expired', coalesce(f.expired, 0), 'withdrawn', coalesce(f.withdrawn, 0), 'void', coalesce(f.void, 0))`;

/** SQL for the unsold cards of a batch that may still be sold. */
export const unsold = (sql: Db) => sql`coalesce(f.quarantined + f.unconfirmed + f.available + f.paused, 0)`;

/** SQL for what a batch's stock and sales are worth, and what they cost. */
export const moneyOf = (sql: Db) => sql`
  coalesce(f.stock_price_cents, 0) as stock_price_cents, coalesce(f.sold_price_cents, 0) as sold_price_cents,
  purchase_cost_cents(b.card_cost_cents, b.cost_usd_e9, b.cost_bp, ${unsold(sql)},
    coalesce(f.stock_face_cents, 0)) as stock_cost_cents,
  purchase_cost_cents(b.card_cost_cents, b.cost_usd_e9, b.cost_bp, coalesce(f.sold, 0),
    coalesce(f.sold_face_cents, 0)) as sold_cost_cents`;

/** SQL for who has to act next on a batch `b`. */
export const waitsFor = (sql: Db) => sql`case
  when b.state = 'draft' then 'import'
  when b.state = 'paused' then 'resumption'
  when b.state in ('imported', 'approved') and exists (
    select from proposals where kind = 'batch.approval' and subject = b.id and decision is null) then 'approval'
  when b.state = 'imported' then 'proposal'
  when b.state = 'approved' and f.quarantined > 0 then 'quarantine'
  when b.state = 'approved' and f.unconfirmed > 0 then 'confirmation' end`;

/** SQL for the batches `b` that a filter selects, of those that somebody may see. */
export const selected = (
  sql: Db,
  actor: Actor,
  { programme_id, state, supplier, seller_id, from, to }: BatchFilter,
) => sql`
  ${visibleBatches(sql, actor)}
  and (${seller_id ?? null}::uuid is null or b.seller_id = ${seller_id ?? null})
  and (${programme_id ?? null}::uuid is null or b.programme_id = ${programme_id ?? null})
  and (${state ?? null}::text is null or b.state = ${state ?? null})
  and (${supplier ?? null}::text is null or b.supplier = ${supplier ?? null})
  and (${from ?? null}::date is null or b.created_at >= ${from ?? null}::date)
  and (${to ?? null}::date is null or b.created_at < ${to ?? null}::date + 1)`;
