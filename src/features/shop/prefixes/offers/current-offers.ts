import type { Db } from '#platform/db/client.ts';
import type { Ctx } from '../../../ctx.ts';
import { isPast } from '../../../supply/programmes/catalogue/on-sale.ts';
import { type Offer, OfferIndex } from './offer-index.ts';
import { offersNow } from './offers-now.ts';

interface Kept {
  index: OfferIndex;
  /** The last renewal that the index knows. */
  version: number;
  /** One reading at a time: the first reads every row. */
  reading: Promise<void> | undefined;
}

// One for each installation in this process; the configuration is its one object that never changes.
const kept = new WeakMap<Ctx['config'], Kept>();

/** The offers as they are now. Search before awaiting anything: another request may bring them up to date further. */
export async function currentOffers(ctx: Ctx): Promise<OfferIndex> {
  const mine: Kept = kept.get(ctx.config) ?? { index: new OfferIndex(), version: 0, reading: undefined };
  kept.set(ctx.config, mine);
  for (;;) {
    const { version, touched } = await readChanges(ctx);
    while (mine.version < version) {
      mine.reading ??= readRenewed(ctx.sql, mine);
      await mine.reading;
    }
    const fresh = touched.length
      ? await ctx.sql<Offer[]>`
      select programme_id, prefix, name, on_sale, from_price_cents, words
      from (${offersNow(ctx.sql, ctx.clock, touched)}) as o`
      : [];
    // Rows of a later renewal may be newer than these.
    if (mine.version > version) continue;
    for (const offer of fresh) mine.index.put(offer);
    return mine.index;
  }
}

/** The last renewal, and what has changed since: a few seconds of sales while the loop runs. */
async function readChanges({ sql, clock }: Ctx): Promise<{ version: number; touched: string[] }> {
  const [changes] = await sql<[{ version: number; touched: string[] }]>`
    select coalesce((select max(version) from programme_offers), 0) as version, array(
      select programme_id from programme_offer_changes
      union select lot.programme_id from card_lot_departures gone join card_lots lot on lot.id = gone.lot_id
      union select lot.programme_id from card_lots lot where ${isPast(sql, clock, 'lot')}) as touched`;
  return changes;
}

async function readRenewed(sql: Db, mine: Kept): Promise<void> {
  try {
    const rows = await sql<(Offer & { version: number })[]>`
      select programme_id, prefix, name, on_sale, from_price_cents, words, version
      from programme_offers where version > ${mine.version}`;
    for (const { version, ...offer } of rows) {
      mine.index.put(offer);
      mine.version = Math.max(mine.version, version);
    }
  } finally {
    mine.reading = undefined;
  }
}
