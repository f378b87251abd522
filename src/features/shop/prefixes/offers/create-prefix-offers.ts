import type { Db } from '#platform/db/client.ts';
import type { Ctx } from '../../../ctx.ts';
import { isPast } from '../../../supply/programmes/catalogue/on-sale.ts';
import { type Offer, OfferIndex } from './offer-index.ts';
import { offersNow } from './offers-now.ts';

declare module '../../../ctx.ts' {
  interface Ctx {
    prefixOffers: PrefixOffers;
  }
}

export interface PrefixOffers {
  /** As they are now. Search before awaiting anything: another request may bring them up to date further. */
  current(): Promise<OfferIndex>;
}

interface Known {
  index: OfferIndex;
  /** The last renewal that the index knows. */
  version: number;
  /** One reading at a time: the first reads every row. */
  reading: Promise<void> | undefined;
}

export function createPrefixOffers({ sql, clock }: Reading): PrefixOffers {
  const known: Known = { index: new OfferIndex(), version: 0, reading: undefined };
  async function current(): Promise<OfferIndex> {
    for (;;) {
      const { version, touched } = await readChanges({ sql, clock });
      while (known.version < version) {
        known.reading ??= readRenewed(sql, known);
        await known.reading;
      }
      const fresh = touched.length
        ? await sql<Offer[]>`
        select programme_id, prefix, name, on_sale, from_price_cents, words
        from (${offersNow(sql, clock, touched)}) as o`
        : [];
      // Rows of a later renewal may be newer than these.
      if (known.version > version) continue;
      for (const offer of fresh) known.index.put(offer);
      return known.index;
    }
  }
  return { current };
}

type Reading = Pick<Ctx, 'sql' | 'clock'>;

/** The last renewal, and what has changed since: a few seconds of sales while the loop runs. */
async function readChanges({ sql, clock }: Reading): Promise<{ version: number; touched: string[] }> {
  const [changes] = await sql<[{ version: number; touched: string[] }]>`
    select coalesce((select max(version) from programme_offers), 0) as version, array(
      select programme_id from programme_offer_changes
      union select lot.programme_id from card_lot_departures gone join card_lots lot on lot.id = gone.lot_id
      union select lot.programme_id from card_lots lot where ${isPast(sql, clock, 'lot')}) as touched`;
  return changes;
}

async function readRenewed(sql: Db, known: Known): Promise<void> {
  try {
    const rows = await sql<(Offer & { version: number })[]>`
      select programme_id, prefix, name, on_sale, from_price_cents, words, version
      from programme_offers where version > ${known.version}`;
    for (const { version, ...offer } of rows) {
      known.index.put(offer);
      known.version = Math.max(known.version, version);
    }
  } finally {
    known.reading = undefined;
  }
}
