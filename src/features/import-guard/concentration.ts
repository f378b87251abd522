import type { CodeFormat, CodeMask } from './format.ts';
import { linkStart } from './format.ts';
import { lengthBits } from './numbers/network-number.ts';
import { type Random, seededRandom } from './numbers/seeded-random.ts';
import { randomCode, randomPin } from './random-code.ts';

/** How often a window of code and PIN lay in a network's range, and how often it was Luhn valid then. */
export interface WindowCount {
  /** In PIN and code joined, instead of code and PIN. */
  pin_first: boolean;
  start: number;
  length: number;
  seen: number;
  valid: number;
}

export interface Concentration {
  /** Counts one card; true once its programme's cards can't be honest codes. */
  add: (code: string, pin: string | null) => boolean;
  /** The card before the next one, which was counted elsewhere. */
  follow: (code: string, pin: string | null) => void;
  /** What was counted here, without what was known before. */
  counted: () => WindowCount[];
}

const [SHORTEST, LONGEST] = [12, 19];
const LENGTHS = LONGEST - SHORTEST + 1;
const PREFIX = 6;

// An honest code has a right Luhn digit one time in ten. A file of card numbers has more: any of these shares.
const HONEST_SHARE = 0.1;
const SHARES = [0.2, 0.3, 0.5, 0.7, 0.9, 0.99];
const FALSE_ALARM = 1e-9;
const SIMULATED_CODES = 4000;

/**
 * Watches whether card numbers stand at a fixed place of a programme's codes (IG-24), with an e-process for each window:
 * it may be looked at after every card, and honest codes raise an alarm for less than one programme in a billion.
 */
export function watchConcentration(format: CodeFormat, known: readonly WindowCount[]): Concentration {
  const windows = new Windows(format);
  const shares = honestShares(format);
  const alarm = Math.log(windows.count / FALSE_ALARM);
  const before = new Windows(format);
  for (const one of known) {
    windows.set(one);
    before.set(one);
  }
  return {
    add: (code, pin) => {
      let found = false;
      windows.add(bodyOf(format.code, code), pin ?? '', (at) => {
        found ||= evidence(windows.seen[at]!, windows.valid[at]!, shares[at]!) > alarm;
      });
      return found;
    },
    follow: (code, pin) => windows.follow(bodyOf(format.code, code), pin ?? ''),
    counted: () => windows.since(before),
  };
}

/** The logarithm of the e-process: the likelihood of a mixture of higher shares of valid numbers against an honest one. */
function evidence(seen: number, valid: number, honest: number): number {
  const logs = SHARES.map(
    (share) => valid * Math.log(share / honest) + (seen - valid) * Math.log((1 - share) / (1 - honest)),
  );
  const most = Math.max(...logs);
  return most + Math.log(logs.reduce((sum, log) => sum + Math.exp(log - most), 0) / logs.length);
}

const simulated = new Map<string, Float64Array>();
const KEPT_SIMULATIONS = 100;

// Simulating takes as long as thousands of cards, and depends on the format alone.
function honestShares(format: CodeFormat): Float64Array {
  const key = JSON.stringify(format);
  const shares = simulated.get(key) ?? simulateShares(format);
  if (simulated.size >= KEPT_SIMULATIONS) simulated.clear();
  simulated.set(key, shares);
  return shares;
}

// A check digit of the programme's own may make a window valid more often than one time in ten.
function simulateShares(format: CodeFormat): Float64Array {
  const windows = new Windows(format);
  const random: Random = seededRandom('honest codes');
  for (let code = 0; code < SIMULATED_CODES; code++) {
    const pin = format.pin ? randomPin(format.pin, random) : '';
    windows.add(bodyOf(format.code, randomCode(format.code, random)), pin, () => {});
  }
  return Float64Array.from(windows.seen, (seen, at) => {
    const share = windows.valid[at]! / seen;
    const odd = seen > SIMULATED_CODES / 100 && share > HONEST_SHARE + 0.06;
    return odd ? Math.min(0.999, share + 0.02) : HONEST_SHARE;
  });
}

/** What of a code varies, without separators. */
function bodyOf(mask: CodeMask, code: string): string {
  if (mask.kind === 'link') return code.slice(linkStart(mask).length);
  return mask.kind === 'alnum' && mask.sep !== '' ? code.replaceAll(mask.sep, '') : code;
}

/** Counts for every window of 12 to 19 characters in code and PIN, and in PIN and code where it lies across both. */
class Windows {
  readonly seen: Float64Array;
  readonly valid: Float64Array;
  readonly count: number;
  readonly #size: number;
  #last: [string, string] = ['', ''];

  constructor({ code, pin }: CodeFormat) {
    this.#size = bodyLength(code) + (pin?.length ?? 0);
    const places = Array.from({ length: LENGTHS }, (_, at) => Math.max(0, this.#size - SHORTEST - at + 1));
    this.count = 2 * places.reduce((sum, count) => sum + count, 0) || 1;
    this.seen = new Float64Array(2 * this.#size * LENGTHS);
    this.valid = new Float64Array(this.seen.length);
  }

  add(code: string, pin: string, onValid: (at: number) => void): void {
    this.#addJoined(0, code + pin, code.length + pin.length, onValid);
    if (pin !== '') this.#addJoined(1, pin + code, pin.length, onValid);
  }

  follow(code: string, pin: string): void {
    this.#last = [code + pin, pin === '' ? '' : pin + code];
  }

  set({ pin_first, start, length, seen, valid }: WindowCount): void {
    const at = this.#place(pin_first ? 1 : 0, start, length);
    this.seen[at] = seen;
    this.valid[at] = valid;
  }

  since(before: Windows): WindowCount[] {
    return [...this.seen.keys()].flatMap((at) => {
      const seen = this.seen[at]! - before.seen[at]!;
      const row = Math.floor(at / LENGTHS);
      const place = { start: row % this.#size, length: SHORTEST + (at % LENGTHS) };
      return seen > 0
        ? [{ pin_first: row >= this.#size, ...place, seen, valid: this.valid[at]! - before.valid[at]! }]
        : [];
    });
  }

  #place(order: 0 | 1, start: number, length: number): number {
    return (order * this.#size + start) * LENGTHS + length - SHORTEST;
  }

  // In PIN and code joined only the windows that start in the PIN and end in the code are new.
  #addJoined(order: 0 | 1, text: string, starts: number, onValid: (at: number) => void): void {
    const last = this.#last[order];
    this.#last[order] = text;
    const sums = luhnSums(text);
    for (let start = 0; start < starts && start + SHORTEST <= text.length; start++) {
      const digits = digitsFrom(text, start);
      if (digits < SHORTEST) continue;
      const bits = lengthBits(Number(text.slice(start, start + PREFIX)));
      // What the card before had at this place proves nothing new: the fixed part of numbers that count up.
      const same = sameFrom(text, last, start);
      for (let length = Math.max(SHORTEST, same + 1); length <= Math.min(digits, LONGEST); length++) {
        if ((bits & (1 << (length - SHORTEST))) === 0 || (order === 1 && start + length <= starts)) continue;
        const at = this.#place(order, start, length);
        this.seen[at]!++;
        const sum = sums[(start + length) % 2]!;
        if ((sum[start + length]! - sum[start]!) % 10 !== 0) continue;
        this.valid[at]!++;
        onValid(at);
      }
    }
  }
}

function bodyLength(mask: CodeMask): number {
  return mask.kind === 'alnum' ? mask.groups.reduce((sum, group) => sum + group, 0) : mask.length;
}

/** Sums of Luhn digits up to each place: one with the even places doubled, one with the odd ones. */
function luhnSums(text: string): [Uint16Array, Uint16Array] {
  const sums: [Uint16Array, Uint16Array] = [new Uint16Array(text.length + 1), new Uint16Array(text.length + 1)];
  for (let at = 0; at < text.length; at++) {
    const digit = text.charCodeAt(at) - 48;
    const twice = digit > 4 ? digit * 2 - 9 : digit * 2;
    sums[0][at + 1] = sums[0][at]! + (at % 2 === 0 ? twice : digit);
    sums[1][at + 1] = sums[1][at]! + (at % 2 === 0 ? digit : twice);
  }
  return sums;
}

function digitsFrom(text: string, start: number): number {
  let end = start;
  while (end < text.length && end - start < LONGEST && text.charCodeAt(end) >= 48 && text.charCodeAt(end) <= 57) end++;
  return end - start;
}

function sameFrom(text: string, last: string, start: number): number {
  let end = start;
  while (end < text.length && text[end] === last[end]) end++;
  return end - start;
}
