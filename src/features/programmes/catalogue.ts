import type { Funds } from '#contracts/shapes.ts';
import type { Ctx } from '../ctx.ts';
import { inDate, isOffered } from './on-sale.ts';

/** What is shown of a programme. */
export interface Programme {
  id: string;
  name: string;
  issuer_name: string;
  /** The one its cards are shown with. */
  country: string;
  other_countries: string[];
  currency: string;
  level: 'Standard' | 'Plus' | 'Premium';
  prefix: string | null;
  color_from: string;
  color_to: string;
  motif: string;
  redemption_text: string;
  redemption_translations: Record<string, string>;
  expiry_policy: string;
  fee_text: string;
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
}

const MAX_AGE_MS = 10_000;
const RENEWED_AFTER_MS = 5_000;

/** A value that was read at most 10 s ago. It is renewed while it is in use, so only the first request in a while waits. */
class Kept<T> {
  #value: Promise<T> | undefined;
  #next: Promise<T> | undefined;
  #readAt = -Infinity;
  readonly #load: () => Promise<T>;

  constructor(load: () => Promise<T>) {
    this.#load = load;
  }

  get(): Promise<T> {
    const age = performance.now() - this.#readAt;
    if (age > RENEWED_AFTER_MS) this.#next ??= this.#renew();
    return this.#value && age <= MAX_AGE_MS ? this.#value : this.#next!;
  }

  #renew(): Promise<T> {
    const readAt = performance.now();
    const next = this.#load();
    // A value that was read before `forget` is not kept.
    const isCurrent = () => this.#next === next;
    next
      .then(
        () => {
          if (isCurrent()) [this.#value, this.#readAt] = [next, readAt];
        },
        () => {},
      )
      .finally(() => {
        if (isCurrent()) this.#next = undefined;
      });
    return next;
  }

  forget(): void {
    [this.#value, this.#next, this.#readAt] = [undefined, undefined, -Infinity];
  }
}

interface Catalogue {
  programmes: Kept<ReadonlyMap<string, Programme>>;
  stock: Kept<ReadonlyMap<string, Stock>>;
}

// One for each installation in this process; the configuration is its one object that never changes.
const catalogues = new WeakMap<Ctx['config'], Catalogue>();

/** The programmes that were approved, by id, at most 10 s old: a card list then needs no join and no second statement. */
export function approvedProgrammes(ctx: Ctx): Promise<ReadonlyMap<string, Programme>> {
  return catalogueOf(ctx).programmes.get();
}

/** What each programme has on sale, at most 10 s old; one without cards is not in it. */
export function stockByProgramme(ctx: Ctx): Promise<ReadonlyMap<string, Stock>> {
  return catalogueOf(ctx).stock.get();
}

/** Has this process read programmes and stock anew: after a change that must show at once. */
export function forgetCatalogue(ctx: Ctx): void {
  const catalogue = catalogues.get(ctx.config);
  catalogue?.programmes.forget();
  catalogue?.stock.forget();
}

function catalogueOf(ctx: Ctx): Catalogue {
  let catalogue = catalogues.get(ctx.config);
  if (!catalogue) {
    catalogue = {
      programmes: new Kept(async () => byId(await readProgrammes(ctx), (row) => row.id)),
      stock: new Kept(async () => byId(await readStock(ctx), (row) => row.programme_id)),
    };
    catalogues.set(ctx.config, catalogue);
  }
  return catalogue;
}

const byId = <Row>(rows: readonly Row[], id: (row: Row) => string) => new Map(rows.map((row) => [id(row), row]));

const readProgrammes = ({ sql }: Ctx) => sql<Programme[]>`
  select id, name, issuer_name, country, other_countries, currency, level, prefix, color_from, color_to, motif, redemption_text,
    redemption_translations, expiry_policy, fee_text, funds, terms_url
  from programmes where state in ('active', 'suspended', 'retired') order by name`;

// Lots count cards that have left until those are subtracted.
const readStock = ({ sql, clock }: Ctx) => sql<Stock[]>`
  with gone as (select lot_id, sum(cards) as cards from card_lot_departures group by lot_id),
  held as (
    select programme_id, batch_id, face_cents, price_cents, lot.cards - coalesce(gone.cards, 0) as cards
    from card_lots lot left join gone on gone.lot_id = lot.id where ${inDate(sql, clock, 'lot')}
  ),
  batch as (
    select programme_id, batch_id, sum(cards) as cards, min(face_cents) as face_min, max(face_cents) as face_max,
      min(price_cents) as price_min, max(price_cents) as price_max
    from held where cards > 0 group by programme_id, batch_id
  )
  select programme_id, sum(cards)::bigint as on_sale, min(face_min) as face_min, max(face_max) as face_max,
    min(price_min) as price_min, max(price_max) as price_max
  from batch where ${isOffered(sql, 'batch')} group by programme_id`;
