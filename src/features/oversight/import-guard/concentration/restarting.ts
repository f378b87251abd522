// Shiryaev-Roberts e-detectors, whose starts in a row add up to one over all detectors of a programme: what that promises
// stands in docs/decisions/024-detectors-that-start-anew.md.

/** Rows between two false alarms of a programme: the mean is at least this. */
export const RUN_LENGTH = 1e9;

/** How much of a file its card numbers may be, and what of a start each share has: most for one row in ten. */
const CARRYING = [0.002, 0.005, 0.01, 0.02, 0.04, 0.07, 0.1, 0.15, 0.3, 0.6, 1];
const WEIGHTS = [0.01, 0.01, 0.01, 0.02, 0.05, 0.25, 0.35, 0.2, 0.06, 0.02, 0.02];
export const STARTS = Float64Array.from(WEIGHTS);
const HONEST_SHARE = 0.1;
const MAX_SHARE = 0.99;

/** What of honest numbers in a window lies in a network's range, and of card numbers. */
export interface InRange {
  honest: number;
  carrying: number;
}

export interface Ratios {
  right: Float64Array;
  wrong: Float64Array;
}

/**
 * What a right and a wrong number multiply the evidence for each share by, where honest codes are right at most `honest`
 * often. The part in range only says which shares of right numbers are worth a look: the promise doesn't rest on it.
 */
export function likelihoods(honest: number, inRange: InRange): Ratios {
  const wrong = Float64Array.from(CARRYING, (carrying) => {
    const [cards, others] = [carrying * inRange.carrying, (1 - carrying) * inRange.honest];
    const right = Math.min(MAX_SHARE, HONEST_SHARE + (1 - HONEST_SHARE) * (cards / (cards + others)));
    return (1 - right) / (1 - HONEST_SHARE);
  });
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
