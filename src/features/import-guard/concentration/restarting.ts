// Shiryaev-Roberts e-detectors, whose starts in a row add up to one over all detectors of a programme: what that promises
// stands in docs/decisions/024-detectors-that-start-anew.md.

/** Rows between two false alarms of a programme: the mean is at least this. */
export const RUN_LENGTH = 1e9;

/** Shares of right numbers among those in a network's range that a file of card numbers may have. Honest codes have 0.1. */
export const SHARES = [0.105, 0.11, 0.12, 0.14, 0.17, 0.2, 0.3, 0.4, 0.5, 0.7, 0.99];
// One row in ten carrying a number is a share of 0.3 to 0.5.
const WEIGHTS = [1, 1, 1, 1, 1, 1, 3, 3, 3, 1, 2];
const TOTAL = WEIGHTS.reduce((sum, weight) => sum + weight, 0);
/** What of a start each share has. */
export const STARTS = Float64Array.from(WEIGHTS, (weight) => weight / TOTAL);
const HONEST_SHARE = 0.1;

/** What a right and a wrong number multiply the evidence for each share by, where honest codes are right at most that often. */
export function likelihoods(honest: number): { right: Float64Array; wrong: Float64Array } {
  const wrong = Float64Array.from(SHARES, (share) => (1 - share) / (1 - HONEST_SHARE));
  return { wrong, right: wrong.map((ratio) => (1 - (1 - honest) * ratio) / honest) };
}

/** One detector for an event that honest rows show with a known small chance. */
export class RareEvent {
  readonly #right: number[];
  readonly #wrong: number[];
  readonly evidence: number[];

  constructor(honest: number, evidence: readonly number[] = []) {
    const shares = [1e-5, 1e-4, 1e-3, 0.01, 0.1, 0.5, 0.99].filter((share) => share > 3 * honest);
    this.#right = shares.map((share) => share / honest);
    this.#wrong = shares.map((share) => (1 - share) / (1 - honest));
    this.evidence = shares.map((_, at) => evidence[at] ?? 0);
  }

  /** The evidence after one more row. */
  add(happened: boolean, start: number): number {
    const ratios = happened ? this.#right : this.#wrong;
    const each = start / ratios.length;
    let sum = 0;
    for (const [at, ratio] of ratios.entries()) {
      this.evidence[at] = (this.evidence[at]! + each) * ratio;
      sum += this.evidence[at];
    }
    return sum;
  }
}
