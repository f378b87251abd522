import type { prefixSorts } from '#contracts/shop/prefixes.ts';

export interface Offer {
  programme_id: string;
  prefix: string | null;
  /** As it is sorted. */
  name: string;
  on_sale: number;
  /** null where nothing is on sale. */
  from_price_cents: number | null;
  /** What it is found by: the words people see, how they begin, and its facts as `fact=value`. */
  words: readonly string[];
}

/** One of its words, or whatever begins so. */
export type Term = string | { begins: string };

type Sort = (typeof prefixSorts)[number];

export interface Search {
  /** An offer has to fit one term of each. */
  terms: readonly (readonly Term[])[];
  sort: Sort;
  offset: number;
  limit: number;
}

/** So many letters of each word are kept as a word of their own, so what begins with one letter is read in one go. */
export const LONGEST_HEAD = 3;

/**
 * Every programme's offer, by the words that it is found by and in each order that it is listed in. A search reads the lists
 * of its words and one order: numbers only, so thousands of programmes cost microseconds.
 */
export class OfferIndex {
  readonly #offers: Offer[] = [];
  /** Where each programme stands among the offers. */
  readonly #places = new Map<string, number>();
  #onSale = new Uint8Array(64);
  #total = 0;
  readonly #byWord = new Map<string, number[]>();
  readonly #wordsByHead = new Map<string, string[]>();
  readonly #counts = new Map<string, ReadonlyMap<string, number>>();
  readonly #orders = new Map<Sort, { places: number[]; isSorted: boolean }>();

  put(offer: Offer): void {
    const place = this.#places.get(offer.programme_id) ?? this.#offers.length;
    const before = this.#offers[place];
    if (before && sameOffer(before, offer)) return;
    this.#offers[place] = offer;
    this.#places.set(offer.programme_id, place);
    if (place === this.#onSale.length) {
      const grown = new Uint8Array(2 * place);
      grown.set(this.#onSale);
      this.#onSale = grown;
    }
    const isOnSale = offer.on_sale > 0 ? 1 : 0;
    this.#total += isOnSale - this.#onSale[place]!;
    this.#onSale[place] = isOnSale;
    this.#changeWords(place, before?.words ?? [], offer.words);
    this.#counts.clear();
    for (const order of this.#orders.values()) {
      if (!before) order.places.push(place);
      order.isSorted = false;
    }
  }

  find({ terms, sort, offset, limit }: Search): { total: number; offers: Offer[] } {
    // How many of the terms an offer fits, plus one if it is on sale.
    const fits = this.#onSale.slice(0, this.#offers.length);
    let total = this.#total;
    for (const [index, alternatives] of terms.entries()) {
      total = 0;
      for (const places of this.#listsOf(alternatives))
        for (const place of places)
          if (fits[place] === index + 1) {
            fits[place] = index + 2;
            total++;
          }
    }
    const order = this.#orderOf(sort);
    const size = Math.max(0, Math.min(limit, total - offset));
    // A page in the second half is read from the end.
    const fromEnd = offset > total - offset - size;
    let skip = fromEnd ? total - offset - size : offset;
    const offers: Offer[] = [];
    for (let step = 0; offers.length < size; step++) {
      const place = order[fromEnd ? order.length - 1 - step : step]!;
      if (fits[place] === terms.length + 1 && skip-- <= 0) offers.push(this.#offers[place]!);
    }
    return { total, offers: fromEnd ? offers.reverse() : offers };
  }

  /** How many offers have each fact of a name, such as each `country`. Counted once between two changes. */
  count(fact: string): ReadonlyMap<string, number> {
    const known = this.#counts.get(fact);
    if (known) return known;
    const counts = new Map<string, number>();
    for (const word of this.#wordsByHead.get(`${fact}=`) ?? []) {
      let count = 0;
      for (const place of this.#byWord.get(word)!) count += this.#onSale[place]!;
      if (count > 0) counts.set(word.slice(fact.length + 1), count);
    }
    this.#counts.set(fact, counts);
    return counts;
  }

  #changeWords(place: number, before: readonly string[], after: readonly string[]): void {
    const [old, now] = [new Set(before), new Set(after)];
    for (const word of old.difference(now)) {
      const places = this.#byWord.get(word)!;
      places.splice(places.indexOf(place), 1);
    }
    for (const word of now.difference(old)) {
      const places = this.#byWord.get(word);
      if (places) places.push(place);
      else {
        this.#byWord.set(word, [place]);
        add(this.#wordsByHead, headOf(word), word);
      }
    }
  }

  #listsOf(terms: readonly Term[]): number[][] {
    const words = terms.flatMap((term) => {
      if (typeof term === 'string') return [term];
      return (this.#wordsByHead.get(headOf(term.begins)) ?? []).filter((word) => word.startsWith(term.begins));
    });
    return words.flatMap((word) => [this.#byWord.get(word) ?? []]);
  }

  #orderOf(sort: Sort): number[] {
    const order = this.#orders.get(sort) ?? { places: [...this.#offers.keys()], isSorted: false };
    this.#orders.set(sort, order);
    const compare = comparisonOf(sort);
    if (!order.isSorted) order.places.sort((a, b) => compare(this.#offers[a]!, this.#offers[b]!));
    order.isSorted = true;
    return order.places;
  }
}

/** Facts are kept by their name, words by how they begin. */
function headOf(word: string): string {
  const fact = word.indexOf('=');
  return fact > 0 ? word.slice(0, fact + 1) : [...word].slice(0, LONGEST_HEAD).join('');
}

function add(lists: Map<string, string[]>, key: string, value: string): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

const sameOffer = (a: Offer, b: Offer): boolean =>
  a.on_sale === b.on_sale &&
  a.from_price_cents === b.from_price_cents &&
  a.prefix === b.prefix &&
  a.name === b.name &&
  a.words.join(' ') === b.words.join(' ');

const KEYS = { prefix: 'prefix', name: 'name', price: 'from_price_cents', on_sale: 'on_sale' } as const;

/** Programmes without a prefix come last in either direction. */
function comparisonOf(sort: Sort): (a: Offer, b: Offer) => number {
  const key = KEYS[sort.replace('-', '') as keyof typeof KEYS];
  const sign = sort.startsWith('-') ? -1 : 1;
  return (a, b) => {
    const [one, other] = [a[key], b[key]];
    if (one === other) return sign * compare(a.programme_id, b.programme_id);
    if (one === null || other === null) return one === null ? 1 : -1;
    return sign * compare(one, other);
  };
}

function compare<T extends string | number>(a: T, b: T): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
