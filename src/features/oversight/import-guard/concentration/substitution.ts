import type { CodeFormat } from '../masks/format.ts';
import { Equations } from './equations.ts';
import { bodyLength } from './reading.ts';
import { RUN_LENGTH } from './restarting.ts';

/** A window of code and PIN, or of PIN and code. */
interface Place {
  pinFirst: boolean;
  start: number;
  length: number;
}

interface TrialSnapshot {
  place: number;
  equations: string;
  seen: string;
  dependent: number;
  solution: string | null;
  evidence: number;
}

export interface SubstitutionSnapshot {
  next: number;
  trials: TrialSnapshot[];
}

const FIELD = 5;
// Nearly all card numbers. Time and memory are bounded by how many windows are tried at once; the others take turns.
const LENGTHS = [16, 15, 19];
const AT_ONCE = 2;
/** Equations in a row that followed from those before: then no further ones are to be expected. */
const DEPENDENT = 12;
// Numbers written in the fewest symbols, ten, give more.
const MIN_RANK = 12;
const MAX_CHANCE = 0.5;

/**
 * Finds card numbers under any substitution of symbols for digits, by equations mod 5 in two unknowns a symbol: card numbers
 * leave one more solution than honest codes do (docs/decisions/024-detectors-that-start-anew.md).
 */
export class Substitution {
  readonly #symbols: ReadonlyMap<string, number>;
  readonly #places: Place[];
  readonly #trials: Trial[] = [];
  #next = 0;

  constructor(format: CodeFormat) {
    const { code, pin } = format;
    const ofPin = pin === null ? '' : pin.kind === 'numeric' ? '0123456789' : pin.alphabet;
    const alphabet = code.kind === 'numeric' ? '' : [...new Set(code.alphabet + ofPin)];
    this.#symbols = new Map([...alphabet].map((symbol, at) => [symbol, at]));
    this.#places = code.kind === 'numeric' ? [] : placesOf(bodyLength(code), pin?.length ?? 0);
    while (this.#trials.length < Math.min(AT_ONCE, this.#places.length)) this.#trials.push(this.#nextTrial());
  }

  /** Whether card numbers stand behind the symbols; `start` is for all windows. */
  add(body: string, pin: string, start: number): boolean {
    if (this.#trials.length === 0) return false;
    const ofBody = Array.from(body, (symbol) => this.#symbols.get(symbol)!);
    const ofPin = Array.from(pin, (symbol) => this.#symbols.get(symbol)!);
    let found = false;
    for (const [at, trial] of this.#trials.entries()) {
      const { pinFirst, start: first, length } = trial.place;
      const symbols = pinFirst ? [...ofPin, ...ofBody] : [...ofBody, ...ofPin];
      const result = trial.add(symbols.slice(first, first + length), start / this.#trials.length);
      found ||= result === 'found';
      if (result === 'over') this.#trials[at] = this.#nextTrial();
    }
    return found;
  }

  snapshot(): SubstitutionSnapshot {
    return { next: this.#next, trials: this.#trials.map((trial) => trial.snapshot()) };
  }

  restore({ next, trials }: SubstitutionSnapshot): void {
    this.#next = next;
    for (const [at, trial] of trials.entries()) {
      this.#trials[at] = this.#trial(trial.place);
      this.#trials[at].restore(trial);
    }
  }

  #nextTrial(): Trial {
    const trial = this.#trial(this.#next);
    this.#next = (this.#next + 1) % this.#places.length;
    return trial;
  }

  #trial(place: number): Trial {
    return new Trial(place, this.#places[place]!, this.#symbols.size);
  }
}

function placesOf(code: number, pin: number): Place[] {
  return LENGTHS.flatMap((length) => {
    const starts = Array.from({ length: Math.max(0, code + pin - length + 1) }, (_, start) => start);
    const across = starts.filter((start) => start < pin && start + length > pin);
    return [
      ...starts.map((start) => ({ pinFirst: false, start, length })),
      ...across.map((start) => ({ pinFirst: true, start, length })),
    ];
  });
}

/** One window's equations from some row on, until they show that there is nothing to find. */
class Trial {
  readonly place: Place;
  readonly #number: number;
  readonly #symbols: number;
  readonly #equations: Equations;
  /** For each place and symbol whether it was seen there. */
  readonly #seen: Uint8Array;
  readonly #coefficients: Int32Array;
  #dependent = 0;
  #solution: Uint8Array | null = null;
  #chance = 1;
  #evidence = 0;

  constructor(number: number, place: Place, symbols: number) {
    this.place = place;
    this.#number = number;
    this.#symbols = symbols;
    this.#equations = new Equations(2 * symbols);
    this.#seen = new Uint8Array(place.length * symbols);
    this.#coefficients = new Int32Array(2 * symbols);
  }

  add(symbols: readonly number[], start: number): 'found' | 'over' | 'open' {
    if (this.#solution) return this.#try(symbols, this.#solution, start);
    this.#coefficients.fill(0);
    for (const [at, symbol] of symbols.entries()) {
      this.#coefficients[(at % 2) * this.#symbols + symbol]!++;
      this.#seen[at * this.#symbols + symbol] = 1;
    }
    this.#dependent = this.#equations.add(this.#coefficients) ? 0 : this.#dependent + 1;
    if (this.#dependent < DEPENDENT) return 'open';
    if (this.#equations.rank < MIN_RANK) return 'over';
    this.#take(this.#equations.solutions(this.#seenUnknowns()));
    return this.#solution ? 'open' : 'over';
  }

  snapshot(): TrialSnapshot {
    const solution = this.#solution && Buffer.from(this.#solution).toString('base64');
    const seen = Buffer.from(this.#seen).toString('base64');
    const [dependent, evidence] = [this.#dependent, this.#evidence];
    return { place: this.#number, equations: this.#equations.snapshot(), seen, dependent, solution, evidence };
  }

  restore({ equations, seen, dependent, solution, evidence }: TrialSnapshot): void {
    this.#equations.restore(equations);
    this.#seen.set(Buffer.from(seen, 'base64'));
    this.#dependent = dependent;
    this.#evidence = evidence;
    if (solution) this.#take([Uint8Array.from(Buffer.from(solution, 'base64'))]);
  }

  // A solution that honest codes of this shape always fulfil (so many letters at even places) proves nothing.
  #take(solutions: readonly Uint8Array[]): void {
    for (const solution of solutions) {
      const chance = this.#chanceOf(solution);
      if (chance > MAX_CHANCE || (this.#solution && chance >= this.#chance)) continue;
      this.#solution = solution;
      this.#chance = chance;
    }
  }

  /** New rows fulfil what the first ones suggested: an e-detector whose alternative is that all of them do. */
  #try(symbols: readonly number[], solution: Uint8Array, start: number): 'found' | 'over' | 'open' {
    let sum = 0;
    for (const [at, symbol] of symbols.entries()) sum += solution[(at % 2) * this.#symbols + symbol]!;
    if (sum % FIELD !== 0) return 'over';
    this.#evidence = (this.#evidence + start) / this.#chance;
    return this.#evidence > RUN_LENGTH ? 'found' : 'open';
  }

  #seenUnknowns(): Uint8Array {
    const unknowns = new Uint8Array(2 * this.#symbols);
    for (const [at, seen] of this.#seen.entries())
      if (seen) unknowns[(Math.floor(at / this.#symbols) % 2) * this.#symbols + (at % this.#symbols)] = 1;
    return unknowns;
  }

  /** The chance that an honest code fulfils an equation: each place has one of the symbols seen there, all as likely. */
  #chanceOf(solution: Uint8Array): number {
    let chances = [1, 0, 0, 0, 0];
    for (let place = 0; place < this.place.length; place++) {
      const counts = [0, 0, 0, 0, 0];
      let total = 0;
      for (let symbol = 0; symbol < this.#symbols; symbol++) {
        if (this.#seen[place * this.#symbols + symbol] === 0) continue;
        counts[solution[(place % 2) * this.#symbols + symbol]!]!++;
        total++;
      }
      const next = [0, 0, 0, 0, 0];
      for (const [sum, chance] of chances.entries())
        for (const [value, count] of counts.entries()) next[(sum + value) % FIELD]! += (chance * count) / total;
      chances = next;
    }
    return chances[0]!;
  }
}
