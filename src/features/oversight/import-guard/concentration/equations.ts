const FIELD = 5;
const INVERSE = [0, 1, 3, 2, 4];

/** Linear equations over the integers mod 5, kept in echelon form: their number is bounded by that of their unknowns. */
export class Equations {
  readonly #unknowns: number;
  readonly #rows: (Uint8Array | undefined)[];
  rank = 0;

  constructor(unknowns: number) {
    this.#unknowns = unknowns;
    this.#rows = new Array(unknowns);
  }

  /** Adds an equation; false where it follows from the others. `coefficients` are overwritten. */
  add(coefficients: Int32Array): boolean {
    for (let pivot = 0; pivot < this.#unknowns; pivot++) {
      const value = coefficients[pivot]! % FIELD;
      if (value === 0) continue;
      const row = this.#rows[pivot];
      if (!row) {
        this.#rows[pivot] = Uint8Array.from(coefficients, (one, at) =>
          at < pivot ? 0 : (one * INVERSE[value]!) % FIELD,
        );
        this.rank++;
        return true;
      }
      // Sums stay small: at most 16 for each unknown.
      for (let at = pivot; at < this.#unknowns; at++) coefficients[at]! += (FIELD - value) * row[at]!;
    }
    return false;
  }

  /** A basis of the solutions in which every unknown outside `seen` is zero. */
  solutions(seen: Uint8Array): Uint8Array[] {
    const free = this.#rows.keys().filter((at) => !this.#rows[at] && seen[at] === 1);
    return Array.from(free, (one) => {
      const solution = new Uint8Array(this.#unknowns);
      solution[one] = 1;
      for (let pivot = one - 1; pivot >= 0; pivot--) {
        const row = this.#rows[pivot];
        if (!row) continue;
        let sum = 0;
        for (let at = pivot + 1; at <= one; at++) sum += row[at]! * solution[at]!;
        solution[pivot] = (FIELD - (sum % FIELD)) % FIELD;
      }
      return solution;
    });
  }

  snapshot(): string {
    return Buffer.concat(this.#rows.filter((row) => row !== undefined)).toString('base64');
  }

  restore(snapshot: string): void {
    const bytes = Buffer.from(snapshot, 'base64');
    for (let at = 0; at < bytes.length; at += this.#unknowns) {
      const row = Uint8Array.from(bytes.subarray(at, at + this.#unknowns));
      this.#rows[row.indexOf(1)] = row;
      this.rank++;
    }
  }
}
