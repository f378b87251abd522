export const DATE_ORDERS = ['MMYY', 'YYMM', 'MMYYYY'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

/** Where a month and a year may stand: from which place of the code or the PIN on, or which digit of both where letters stand between. */
export type FoundDate = {
  part: 'code' | 'pin' | 'digits';
  at: number;
  order: DateOrder;
  rows: number;
};

/** How often digits look so by chance: twelve months of a hundred, thirty years of a hundred or of ten thousand. */
const CHANCE: Readonly<Record<DateOrder, number>> = { MMYY: 0.036, YYMM: 0.036, MMYYYY: 0.00036 };
const DEVIATIONS = 5;
const MIN_ROWS = 20;
/** Of the rows with digits there, and of all rows: less is nothing that anybody could use. */
const MIN_SHARE = 0.08;
const MIN_OF_ALL = 0.02;
const SHOWN = 5;

const isMonth = (pair: number) => pair >= 1 && pair <= 12;
const isYear = (pair: number) => pair >= 20 && pair <= 49;

/** Counts of one way to read a row: for each place the rows with digits there, and those that look like a date. */
class Reading {
  readonly #seen: Uint32Array[];
  readonly #hits: Uint32Array[];

  constructor(size: number) {
    this.#seen = DATE_ORDERS.map(() => new Uint32Array(size));
    this.#hits = DATE_ORDERS.map(() => new Uint32Array(size));
  }

  /** Digits from `first` to `length`; what is none is negative. */
  add(digits: Int8Array, first: number, length: number): void {
    for (let at = first; at + 4 <= length; at++) {
      const [one, two] = [pairAt(digits, at), pairAt(digits, at + 2)];
      if (one < 0 || two < 0) continue;
      this.#note(0, at, isMonth(one) && isYear(two));
      this.#note(1, at, isYear(one) && isMonth(two));
      const three = at + 6 <= length ? pairAt(digits, at + 4) : -1;
      if (three >= 0) this.#note(2, at, isMonth(one) && two === 20 && isYear(three));
    }
  }

  found(rows: number): { at: number; order: DateOrder; rows: number }[] {
    return DATE_ORDERS.flatMap((order, kind) =>
      Array.from(this.#hits[kind]!, (hits, at) => ({ at, order, rows: hits })).filter(({ at, rows: hits }) => {
        const seen = this.#seen[kind]![at]!;
        const expected = seen * CHANCE[order];
        const enough = hits >= MIN_ROWS && hits >= rows * MIN_OF_ALL && hits >= seen * MIN_SHARE;
        return enough && hits > expected + DEVIATIONS * Math.sqrt(expected);
      }),
    );
  }

  #note(kind: number, at: number, hit: boolean): void {
    this.#seen[kind]![at]!++;
    if (hit) this.#hits[kind]![at]!++;
  }
}

/** Counts at which places codes and PINs hold what may be a month and a year. */
export class DateCounts {
  readonly #length: number;
  readonly #fixed: number;
  readonly #digits: Int8Array;
  readonly #alone: Int8Array;
  readonly #places: Reading;
  /** With letters left out; absent where there are none. */
  readonly #lettersOut: Reading | undefined;

  /** `length` is the code's, whose first `fixed` digits are the same in every row. */
  constructor({ length, fixed, pin, letters }: { length: number; fixed: number; pin: number; letters: boolean }) {
    this.#length = length;
    this.#fixed = fixed;
    const size = length + pin;
    this.#digits = new Int8Array(size);
    this.#alone = new Int8Array(size);
    this.#places = new Reading(size);
    this.#lettersOut = letters ? new Reading(size) : undefined;
  }

  add(body: string, pin: string): void {
    const size = body.length + pin.length;
    let digits = 0;
    for (let at = 0; at < size; at++) {
      const code = at < body.length ? body.charCodeAt(at) : pin.charCodeAt(at - body.length);
      const digit = code >= 48 && code <= 57 ? code - 48 : -1;
      this.#digits[at] = digit;
      if (digit >= 0) this.#alone[digits++] = digit;
    }
    this.#places.add(this.#digits, this.#fixed, size);
    this.#lettersOut?.add(this.#alone, 0, digits);
  }

  /** The most frequent ones. What overlaps a more frequent one comes from it. */
  found(rows: number): FoundDate[] {
    const found: FoundDate[] = [];
    for (const one of this.#all(rows).sort((a, b) => b.rows - a.rows || b.order.length - a.order.length)) {
      const overlaps = found.some(
        ({ part, at, order }) => part === one.part && at < one.at + one.order.length && one.at < at + order.length,
      );
      if (!overlaps) found.push(one);
    }
    return found.slice(0, SHOWN);
  }

  #all(rows: number): FoundDate[] {
    const inPlaces = this.#places.found(rows).map((one): FoundDate => {
      const inCode = one.at < this.#length;
      return { ...one, part: inCode ? 'code' : 'pin', at: one.at - (inCode ? 0 : this.#length) + 1 };
    });
    const alone = this.#lettersOut?.found(rows) ?? [];
    return [...inPlaces, ...alone.map((one): FoundDate => ({ ...one, part: 'digits', at: one.at + 1 }))];
  }
}

const pairAt = (digits: Int8Array, at: number) =>
  digits[at]! < 0 || digits[at + 1]! < 0 ? -1 : digits[at]! * 10 + digits[at + 1]!;
