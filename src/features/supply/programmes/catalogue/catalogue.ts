import type { Funds } from '#contracts/shapes.ts';
import { createTimedCache } from '#platform/timed-cache.ts';
import type { Ctx } from '../../../ctx.ts';
import { inDate, isOffered, lastingFrom } from './on-sale.ts';

/** What is shown of a programme. */
export interface Programme {
  id: string;
  brand_id: string;
  /** The slug of its brand, the slugs of that one's categories, and all words that it is found by. */
  brand: string;
  categories: string[];
  brand_words: string;
  state: 'active' | 'suspended' | 'retired';
  name: string;
  issuer_name: string;
  /** The one its cards are shown with. */
  country: string;
  other_countries: string[];
  currency: string;
  level: 'Standard' | 'Plus' | 'Premium';
  prefix: string | null;
  kind: 'numeric' | 'alnum' | 'link';
  has_pin: boolean;
  barcode: 'none' | 'code128' | 'qr';
  guarantee_hours: number;
  color_from: string;
  color_to: string;
  motif: string;
  redemption_text: string;
  redemption_translations: Record<string, string>;
  expiry_policy: string;
  expiry_translations: Record<string, string>;
  fee_text: string;
  fee_translations: Record<string, string>;
  funds: Funds | null;
  terms_url: string;
}

/** What of a programme is on sale. */
export interface Stock {
  programme_id: string;
  on_sale: number;
  face_min: number;
  face_max: number;
  price_min: number;
  price_max: number;
  discount_max: number;
  /** The smallest face value first; without those of which all cards end soon. */
  values: readonly Value[];
}

/** Cards of one face value that don't end soon, which are sold by value, and what the cheapest of them costs. */
export interface Value {
  face_cents: number;
  on_sale: number;
  price_cents: number;
  discount_bp: number;
}

/** Cards on sale that the filters of a list can't tell apart, also those that end soon. */
export interface Offer {
  programme_id: string;
  face_cents: number;
  price_cents: number;
  discount_bp: number;
  cards: number;
}

declare module '../../../ctx.ts' {
  interface Ctx {
    catalogue: Catalogue;
  }
}

/** Programmes and what is on sale of them, at most 10 s old: a card list then needs no join and no second statement. */
export interface Catalogue {
  /** Those that were approved, by id. */
  programmes(): Promise<ReadonlyMap<string, Programme>>;
  /** By programme; one without cards is not in it. */
  stock(): Promise<ReadonlyMap<string, Stock>>;
  /** All offers; null where there are too many to keep. */
  offers(): Promise<readonly Offer[] | null>;
  /** Has this process read them anew: after a change that must show at once. */
  forget(): void;
}

/** More different ones than this aren't kept. */
const MAX_OFFERS = 20_000;

export function createCatalogue(ctx: Reading): Catalogue {
  const programmes = createTimedCache(async () => new Map((await readProgrammes(ctx)).map((row) => [row.id, row])));
  const stock = createTimedCache(async () => stockOf(await readValues(ctx)));
  const offers = createTimedCache(() => readOffers(ctx));
  return {
    programmes: programmes.get,
    stock: stock.get,
    async offers() {
      const all = await offers.get();
      return all.length > MAX_OFFERS ? null : all;
    },
    forget() {
      for (const cache of [programmes, stock, offers]) cache.forget();
    },
  };
}

type Reading = Pick<Ctx, 'sql' | 'clock'>;

function stockOf(rows: readonly ValueRow[]): Map<string, Stock> {
  const stock = new Map<string, Stock>();
  for (const [programme_id, held] of Map.groupBy(rows, (row) => row.programme_id)) {
    stock.set(programme_id, {
      programme_id,
      on_sale: held.reduce((sum, { cards }) => sum + cards, 0),
      face_min: held[0]!.face_cents,
      face_max: held.at(-1)!.face_cents,
      price_min: held.reduce((min, { price_min }) => Math.min(min, price_min), Infinity),
      price_max: held.reduce((max, { price_max }) => Math.max(max, price_max), 0),
      discount_max: held.reduce((max, { discount_max }) => Math.max(max, discount_max), -Infinity),
      values: held.filter(({ on_sale }) => on_sale > 0),
    });
  }
  return stock;
}

const readProgrammes = ({ sql }: Reading) => sql<Programme[]>`
  select id, brand_id, brand.slug as brand, brand.categories, brand.words as brand_words, state,
    name, issuer_name, country, other_countries, currency, level, prefix, code_format -> 'code' ->> 'kind' as kind,
    jsonb_typeof(code_format -> 'pin') = 'object' as has_pin, barcode, guarantee_hours, color_from, color_to, motif,
    redemption_text, redemption_translations, expiry_policy, expiry_translations, fee_text,
    fee_translations, funds, terms_url
  from programmes cross join lateral (
    select slug, categories, words from brand_words where brand_words.id = brand_id
  ) as brand
  where state in ('active', 'suspended', 'retired') order by name`;

interface ValueRow extends Value {
  programme_id: string;
  /** With those that end soon. */
  cards: number;
  price_min: number;
  price_max: number;
  discount_max: number;
}

const held = ({ sql, clock }: Reading) => sql`
  held as (
    select programme_id, batch_id, face_cents, price_cents, discount_bp, cards,
      lot.expires_on >= ${lastingFrom(clock)}::date as lasts
    from lots_left lot where ${inDate(sql, clock, 'lot')}
  )`;

const readOffers = async (ctx: Reading): Promise<readonly Offer[]> => ctx.sql<Offer[]>`
  with ${held(ctx)}
  select programme_id, face_cents, price_cents, discount_bp, sum(cards)::bigint as cards
  from held where cards > 0 and ${isOffered(ctx.sql, 'held')} group by 1, 2, 3, 4 limit ${MAX_OFFERS + 1}`;

const readValues = (ctx: Reading) => ctx.sql<ValueRow[]>`
  with ${held(ctx)},
  batch as (
    select programme_id, batch_id, face_cents, sum(cards) as cards,
      coalesce(sum(cards) filter (where lasts), 0) as on_sale,
      min(price_cents) as price_min, max(price_cents) as price_max, max(discount_bp) as discount_max,
      -- The cheapest; of equal ones the better discount.
      min(array[price_cents, -discount_bp]) filter (where lasts) as best
    from held where cards > 0 group by 1, 2, 3
  )
  select programme_id, face_cents, sum(cards)::bigint as cards, sum(on_sale)::bigint as on_sale,
    (min(best))[1] as price_cents,
    (-(min(best))[2])::integer as discount_bp, min(price_min) as price_min, max(price_max) as price_max,
    max(discount_max) as discount_max
  from batch where ${isOffered(ctx.sql, 'batch')} group by 1, 2 order by 1, 2`;
