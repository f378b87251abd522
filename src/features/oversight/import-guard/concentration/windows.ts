import type { CodeFormat } from '../masks/format.ts';
import { FAMILIES, familyOf, lengthBits } from '../numbers/network-number.ts';
import { honestShares } from './honest-shares.ts';
import { Reading, waysOf } from './reading.ts';
import { likelihoods, type Ratios, STARTS } from './restarting.ts';

const [SHORTEST, LONGEST] = [12, 19];
const LENGTHS = LONGEST - SHORTEST + 1;
// Windows of 15 and 16 digits are counted once more for the networks of almost all cards, and start with more.
const COMMON = 15;
const KINDS = LENGTHS + 2;
const STATE_SIZE = STARTS.length;
const COMMON_WEIGHT = 32;
// Of all numbers, the part that lies in the range of some network; of card numbers, all do.
const ANY_NETWORK = { honest: 0.25, carrying: 1 };
// Far above any alarm, and far below what a float can hold.
const CEILING = 1e30;

/** Evidence that card numbers stand at a place, for every window of 12 to 19 digits in each way to read a row. */
export class Windows {
  readonly #readings: Reading[];
  readonly #places: number;
  readonly #windows: number;
  readonly #evidence: Float32Array;
  /** For each length, and after them for each of the common networks. */
  readonly #ratios: readonly Ratios[];
  #total = 0;
  // What the current row shows: in which windows a number lies in a network's range, by which ratios, and whether it is right.
  readonly #seen: Uint32Array;
  readonly #seenRatios: Uint8Array;
  readonly #right: Uint8Array;
  #seenCount = 0;
  #seenWeight = 0;

  constructor(format: CodeFormat) {
    this.#readings = waysOf(format).map((way) => new Reading(format, way));
    this.#places = Math.max(1, this.#readings[0]!.digits.length - SHORTEST);
    this.#windows = this.#readings.length * this.#places * KINDS;
    this.#evidence = new Float32Array(this.#windows * STATE_SIZE);
    this.#seen = new Uint32Array(this.#windows);
    this.#seenRatios = new Uint8Array(this.#windows);
    this.#right = new Uint8Array(this.#windows);
    const honest = honestShares(format);
    this.#ratios = [
      ...honest.map((share) => likelihoods(share, ANY_NETWORK)),
      ...FAMILIES.map(({ length, inRange }) => likelihoods(honest[length - SHORTEST]!, inRange)),
    ];
  }

  /** The evidence of all windows together after one more row; `start` is for all of them. */
  add(body: string, pin: string, start: number): number {
    this.#seenCount = 0;
    this.#seenWeight = 0;
    for (const [at, reading] of this.#readings.entries()) {
      reading.read(body, pin);
      this.#scan(at, reading);
    }
    const each = start / this.#seenWeight;
    for (let at = 0; at < this.#seenCount; at++) this.#observe(at, each);
    return this.#total;
  }

  /** The row before the next one, which was counted elsewhere. */
  follow(body: string, pin: string): void {
    for (const reading of this.#readings) reading.read(body, pin);
  }

  /** Without the windows in which no number was ever seen, as base64 of their numbers and evidence. */
  snapshot(): { windows: string; evidence: string } {
    const windows = Uint32Array.from({ length: this.#windows }, (_, at) => at).filter(
      (at) => this.#evidence[at * STATE_SIZE] !== 0,
    );
    const evidence = new Float32Array(windows.length * STATE_SIZE);
    for (const [at, window] of windows.entries())
      evidence.set(this.#evidence.subarray(window * STATE_SIZE, (window + 1) * STATE_SIZE), at * STATE_SIZE);
    return { windows: toBase64(windows), evidence: toBase64(evidence) };
  }

  restore({ windows, evidence }: ReturnType<Windows['snapshot']>): void {
    const values = new Float32Array(fromBase64(evidence));
    for (const [at, window] of new Uint32Array(fromBase64(windows)).entries())
      this.#evidence.set(values.subarray(at * STATE_SIZE, (at + 1) * STATE_SIZE), window * STATE_SIZE);
    this.#total = values.reduce((sum, value) => sum + value, 0);
  }

  #scan(at: number, reading: Reading): void {
    const { length, digits, run, same, boundary, across } = reading;
    const last = across ? Math.min(boundary - 1, length - SHORTEST) : length - SHORTEST;
    for (let start = 0; start <= last; start++) {
      if (run[start]! < SHORTEST) continue;
      let prefix = 0;
      for (let place = start; place < start + 6; place++) prefix = prefix * 10 + digits[place]!;
      const bits = lengthBits(prefix);
      if (bits === 0) continue;
      const family = familyOf(prefix);
      const first = (at * this.#places + start) * KINDS;
      // What the row before had at this place proves nothing new: the fixed part of numbers that count up.
      const shortest = Math.max(SHORTEST, same[start]! + 1, across ? boundary - start + 1 : 0);
      const longest = Math.min(LONGEST, run[start]!);
      for (let size = shortest; size <= longest; size++) {
        const bit = 1 << (size - SHORTEST);
        if ((bits & bit) === 0 || !reading.isOpen(start, start + size)) continue;
        const right = reading.isRight(start, start + size) ? 1 : 0;
        this.#see(first + size - SHORTEST, size - SHORTEST, right);
        if (family >= 0 && FAMILIES[family]!.length === size)
          this.#see(first + LENGTHS + size - COMMON, LENGTHS + family, right);
      }
    }
  }

  #see(window: number, ratios: number, right: 0 | 1): void {
    this.#seen[this.#seenCount] = window;
    this.#seenRatios[this.#seenCount] = ratios;
    this.#right[this.#seenCount++] = right;
    this.#seenWeight += ratios < LENGTHS ? 1 : COMMON_WEIGHT;
  }

  #observe(at: number, each: number): void {
    const kind = this.#seenRatios[at]!;
    const ratios = this.#ratios[kind]![this.#right[at] === 1 ? 'right' : 'wrong'];
    const start = kind < LENGTHS ? each : each * COMMON_WEIGHT;
    const evidence = this.#evidence;
    const first = this.#seen[at]! * STATE_SIZE;
    for (let share = 0; share < STATE_SIZE; share++) {
      const before = evidence[first + share]!;
      evidence[first + share] = Math.min(CEILING, (before + STARTS[share]! * start) * ratios[share]!);
      this.#total += evidence[first + share]! - before;
    }
  }
}

/** What was kept weighs as much as this, all windows together. */
export const weightOf = ({ evidence }: ReturnType<Windows['snapshot']>): number =>
  new Float32Array(fromBase64(evidence)).reduce((sum, value) => sum + value, 0);

const toBase64 = ({ buffer }: Uint32Array<ArrayBuffer> | Float32Array<ArrayBuffer>) =>
  Buffer.from(buffer).toString('base64');

function fromBase64(text: string): ArrayBuffer {
  const bytes = Buffer.from(text, 'base64');
  return bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
}
