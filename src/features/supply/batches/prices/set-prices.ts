import { afterCommit } from '#platform/db/after-commit.ts';
import type { Db, Query } from '#platform/db/client.ts';
import { transaction } from '#platform/db/transaction.ts';
import { FIRST_ID } from '#platform/db/verify-all.ts';
import type { Ctx } from '../../../ctx.ts';
import { openPriceGate } from './open-price-gate.ts';
import { type PriceRule, priceOf } from './price-of.ts';

/** One statement for 100,000 cards would run into the time limit of a request's statements. */
const CHUNK = 5000;

export interface Pricing extends PriceRule {
  batch_id: string;
}

/** SQL for the states in which a card has a price that can change. */
export const isUnsold = (sql: Db) => sql`state in ('quarantined', 'unconfirmed', 'available', 'paused')`;

/** Prices the unsold cards of a batch that fit `which` by a rate and a discount; returns how many prices changed. */
export async function setPrices(ctx: Ctx, { batch_id, ...rule }: Pricing, which: Query): Promise<number> {
  const { sql } = ctx;
  const price = priceOf(sql, rule);
  let after = FIRST_ID;
  for (let changed = 0; ; ) {
    const chunk = await transaction(sql, async (tx) => {
      await openPriceGate(ctx, tx, batch_id);
      afterCommit(tx, ctx.catalogue.forget);
      const [done] = await tx<[{ cards: number; changed: number; last: string | null }]>`
      with chunk as (
        select id from cards where batch_id = ${batch_id} and id > ${after} and ${isUnsold(sql)} and ${which}
        order by id limit ${CHUNK} for no key update),
      priced as (
        update cards set price_cents = ${price}, discount_bp = ${rule.discount_bp}
        where id in (select id from chunk)
          and (price_cents, discount_bp) is distinct from (${price}, ${rule.discount_bp})
        returning id)
      select count(*) as cards, (select count(*) from priced) as changed,
        (select id from chunk order by id desc limit 1) as last from chunk`;
      return done;
    });
    changed += chunk.changed;
    if (chunk.cards < CHUNK || !chunk.last) return changed;
    after = chunk.last;
  }
}
