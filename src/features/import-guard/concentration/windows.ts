import type { CodeFormat } from '../masks/format.ts';
import { commonLengthBits, lengthBits } from '../numbers/network-number.ts';
import { honestShares } from './honest-shares.ts';
import { Reading, waysOf } from './reading.ts';
import { likelihoods, SHARES, STARTS } from './restarting.ts';

const [SHORTEST, LONGEST] = [12, 19];
const LENGTHS = LONGEST - SHORTEST + 1;
// Windows of 15 and 16 digits are counted once more for the networks of almost all cards.
const COMMON = 15;
const KINDS = LENGTHS + 2;
const KEPT = SHARES.length;

/** Evidence that card numbers stand at a place, for every window of 12 to 19 digits in each way to read a row. */
export class Windows {
  readonly #readings: Reading[];
  readonly #places: number;
  readonly #windows: number;
  readonly #evidence: Float32Array;
  readonly #ratios: { right: Float64Array; wrong: Float64Array }[];
  // What the current row shows: in which windows a number lies in a network's range, and whether it is right.
  readonly #seen: Uint32Array;
  readonly #right: Uint8Array;
  #seenCount = 0;

  constructor(format: CodeFormat) {
    this.#readings = waysOf(format).map((way) => new Reading(format, way));
    this.#places = Math.max(1, this.#readings[0]!.digits.length - SHORTEST);
    this.#windows = this.#readings.length * this.#places * KINDS;
    this.#evidence = new Float32Array(this.#windows * KEPT);
    this.#seen = new Uint32Array(this.#windows);
    this.#right = new Uint8Array(this.#windows);
    this.#ratios = honestShares(format).map(likelihoods);
    this.#ratios.push(this.#ratios[COMMON - SHORTEST]!, this.#ratios[COMMON + 1 - SHORTEST]!);
  }

  /** The largest evidence among the windows that have a right number in this row; `start` is for all of them. */
  add(body: string, pin: string, start: number): number {
    this.#seenCount = 0;
    for (const [at, reading] of this.#readings.entries()) {
      reading.read(body, pin);
      this.#look(at, reading);
    }
    let most = 0;
    const each = start / this.#seenCount;
    for (let at = 0; at < this.#seenCount; at++)
      most = Math.max(most, this.#observe(this.#seen[at]!, this.#right[at] === 1, each));
    return most;
  }

  /** The row before the next one, which was counted elsewhere. */
  follow(body: string, pin: string): void {
    for (const reading of this.#readings) reading.read(body, pin);
  }

  /** Without the windows in which no number was ever seen, as base64 of their numbers and evidence. */
  kept(): { windows: string; evidence: string } {
    const windows = Uint32Array.from({ length: this.#windows }, (_, at) => at).filter(
      (at) => this.#evidence[at * KEPT] !== 0,
    );
    const evidence = new Float32Array(windows.length * KEPT);
    for (const [at, window] of windows.entries())
      evidence.set(this.#evidence.subarray(window * KEPT, (window + 1) * KEPT), at * KEPT);
    return { windows: toBase64(windows), evidence: toBase64(evidence) };
  }

  restore({ windows, evidence }: ReturnType<Windows['kept']>): void {
    const values = new Float32Array(fromBase64(evidence));
    for (const [at, window] of new Uint32Array(fromBase64(windows)).entries())
      this.#evidence.set(values.subarray(at * KEPT, (at + 1) * KEPT), window * KEPT);
  }

  #look(at: number, reading: Reading): void {
    const { length, digits, run, same, boundary, across } = reading;
    const last = across ? Math.min(boundary - 1, length - SHORTEST) : length - SHORTEST;
    for (let start = 0; start <= last; start++) {
      if (run[start]! < SHORTEST) continue;
      let prefix = 0;
      for (let place = start; place < start + 6; place++) prefix = prefix * 10 + digits[place]!;
      const bits = lengthBits(prefix);
      if (bits === 0) continue;
      const common = commonLengthBits(prefix);
      const first = (at * this.#places + start) * KINDS;
      // What the row before had at this place proves nothing new: the fixed part of numbers that count up.
      const shortest = Math.max(SHORTEST, same[start]! + 1, across ? boundary - start + 1 : 0);
      const longest = Math.min(LONGEST, run[start]!);
      for (let size = shortest; size <= longest; size++) {
        const bit = 1 << (size - SHORTEST);
        if ((bits & bit) === 0 || !reading.isOpen(start, start + size)) continue;
        const right = reading.isRight(start, start + size) ? 1 : 0;
        this.#see(first + size - SHORTEST, right);
        if ((common & bit) !== 0) this.#see(first + LENGTHS + size - COMMON, right);
      }
    }
  }

  #see(window: number, right: 0 | 1): void {
    this.#seen[this.#seenCount] = window;
    this.#right[this.#seenCount++] = right;
  }

  #observe(window: number, right: boolean, start: number): number {
    const ratios = this.#ratios[window % KINDS]![right ? 'right' : 'wrong'];
    const evidence = this.#evidence;
    const first = window * KEPT;
    let sum = 0;
    for (let at = 0; at < KEPT; at++) {
      const next = (evidence[first + at]! + STARTS[at]! * start) * ratios[at]!;
      evidence[first + at] = next;
      sum += next;
    }
    return right ? sum : 0;
  }
}

const toBase64 = ({ buffer }: Uint32Array<ArrayBuffer> | Float32Array<ArrayBuffer>) =>
  Buffer.from(buffer).toString('base64');

function fromBase64(text: string): ArrayBuffer {
  const bytes = Buffer.from(text, 'base64');
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
}
