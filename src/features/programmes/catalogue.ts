import type { Ctx } from '../ctx.ts';

/** What is shown of a programme; none of it changes after approval but whether it is sold. */
export interface Programme {
  id: string;
  /** A suspended one keeps its cards but sells none. */
  active: boolean;
  name: string;
  issuer_name: string;
  country: string;
  currency: string;
  level: 'Standard' | 'Plus' | 'Premium';
  prefix: string | null;
  color_from: string;
  color_to: string;
  motif: string;
  redemption_text: string;
  expiry_policy: string;
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

class Kept<T> {
  #value: Promise<T> | undefined;
  #until = 0;
  readonly #load: () => Promise<T>;

  constructor(load: () => Promise<T>) {
    this.#load = load;
  }

  get(): Promise<T> {
    const now = performance.now();
    if (!this.#value || now > this.#until) {
      this.#until = now + MAX_AGE_MS;
      this.#value = this.#load();
      this.#value.catch(() => this.forget());
    }
    return this.#value;
  }

  forget(): void {
    this.#value = undefined;
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
    const { sql } = ctx;
    catalogue = {
      programmes: new Kept(async () => byId(await readProgrammes(sql), (row) => row.id)),
      stock: new Kept(async () => byId(await readStock(sql), (row) => row.programme_id)),
    };
    catalogues.set(ctx.config, catalogue);
  }
  return catalogue;
}

const byId = <Row>(rows: readonly Row[], id: (row: Row) => string) => new Map(rows.map((row) => [id(row), row]));

const readProgrammes = (sql: Ctx['sql']) => sql<Programme[]>`
  select id, state = 'active' as active, name, issuer_name, country, currency, level, prefix, color_from, color_to, motif, redemption_text,
    expiry_policy, terms_url
  from programmes where state <> 'proposed' order by name`;

const readStock = (sql: Ctx['sql']) => sql<Stock[]>`
  select programme_id, count(*) as on_sale, min(face_cents) as face_min, max(face_cents) as face_max,
    min(price_cents) as price_min, max(price_cents) as price_max
  from cards where state = 'available' group by programme_id`;
