import { linkStart } from '#contracts/supply/codes/fits-code.ts';
import type { CodeFormat, CodeMask } from '../masks/format.ts';

/** What stands at a place: a letter is none of these. */
const [FIXED, FREE, CHECK, PIN] = [0, 1, 2, 3];

/** One way to read the digits of code and PIN. */
export interface Way {
  pinFirst: boolean;
  codeBackwards: boolean;
  pinBackwards: boolean;
  /** Only numbers across code and PIN count, because others are read in another way already. */
  across: boolean;
  /** With letters left out; otherwise only digits that adjoin make a number. */
  lettersOut: boolean;
}

type Order = Omit<Way, 'lettersOut'>;

const BOTH = [false, true];
const ALONE: readonly Order[] = BOTH.map((backwards) => ({
  pinFirst: false,
  codeBackwards: backwards,
  pinBackwards: backwards,
  across: false,
}));
/** Each part may be written backwards; the whole is read forwards once, and backwards once. */
const WITH_PIN: readonly Order[] = BOTH.flatMap((pinFirst) =>
  BOTH.flatMap((codeBackwards) =>
    BOTH.map((pinBackwards) => {
      const whole = pinFirst === codeBackwards && codeBackwards === pinBackwards;
      return { pinFirst, codeBackwards, pinBackwards, across: !whole };
    }),
  ),
);

/** The ways that differ for a mask. Where there are no letters, leaving them out changes nothing. */
export function waysOf({ code, pin }: CodeFormat): Way[] {
  const noLetters = code.kind === 'numeric' && (pin === null || pin.kind === 'numeric');
  const letters = noLetters ? [true] : [true, false];
  return (pin === null ? ALONE : WITH_PIN).flatMap((order) => letters.map((lettersOut) => ({ ...order, lettersOut })));
}

/** What of a code varies, without separators. */
export function bodyOf(mask: CodeMask, code: string): string {
  if (mask.kind === 'link') return code.slice(linkStart(mask).length);
  return mask.kind === 'alnum' && mask.sep !== '' ? code.replaceAll(mask.sep, '') : code;
}

export function bodyLength(mask: CodeMask): number {
  return mask.kind === 'alnum' ? mask.groups.reduce((sum, group) => sum + group, 0) : mask.length;
}

/** The digits of one row in one of the ways, with what the windows over them need to know. The same arrays for every row. */
export class Reading {
  length = 0;
  /** Where what comes second begins. */
  boundary = 0;
  readonly across: boolean;
  readonly digits: Int8Array;
  /** Digits that adjoin from each place on; and how many of them the row before had, too. */
  readonly run: Uint8Array;
  readonly same: Uint8Array;
  /** Luhn sums before each place, with the even places doubled and with the odd ones. */
  readonly sums: readonly [Int16Array, Int16Array];
  readonly #mask: CodeFormat['code'];
  readonly #way: Way;
  readonly #kinds: Uint8Array;
  /** Before each place: free digits of the code, its check digit, digits of the PIN. */
  readonly #before: readonly [Uint8Array, Uint8Array, Uint8Array];
  readonly #free: number;
  readonly #last: Int8Array;
  #lastLength = 0;

  constructor({ code, pin }: CodeFormat, way: Way) {
    const size = bodyLength(code) + (pin?.length ?? 0) + 1;
    this.#mask = code;
    this.#way = way;
    this.across = way.across;
    this.digits = new Int8Array(size);
    this.#last = new Int8Array(size);
    this.#kinds = new Uint8Array(size);
    this.run = new Uint8Array(size + 1);
    this.same = new Uint8Array(size + 1);
    this.sums = [new Int16Array(size + 1), new Int16Array(size + 1)];
    this.#before = [new Uint8Array(size + 1), new Uint8Array(size + 1), new Uint8Array(size + 1)];
    this.#free = code.kind === 'numeric' ? code.length - code.prefix.length - (code.checksum ? 1 : 0) : -1;
  }

  read(body: string, pin: string): void {
    this.#last.set(this.digits);
    this.#lastLength = this.length;
    this.length = 0;
    const { pinFirst } = this.#way;
    if (pinFirst) this.#addPin(pin);
    else this.#addCode(body);
    this.boundary = this.length;
    if (pinFirst) this.#addCode(body);
    else this.#addPin(pin);
    this.#sum();
  }

  /**
   * Whether an honest number at a place is right one time in ten, whatever its first six digits are: some digit after them
   * is free, and the code's own check digit doesn't decide.
   */
  isOpen(start: number, end: number): boolean {
    const [free, check, pin] = this.#before;
    if (this.#free < 0 || pin[end]! > pin[start + 6]!) return true;
    const rest = free[end]! > free[start + 6]!;
    if (check[end]! === check[start]!) return rest;
    const whole = free[end]! - free[start]! === this.#free;
    return !whole && (rest || check[end]! > check[start + 6]!);
  }

  isRight(start: number, end: number): boolean {
    const sum = this.sums[end % 2 === 0 ? 0 : 1];
    return (sum[end]! - sum[start]!) % 10 === 0;
  }

  #addCode(body: string): void {
    const { codeBackwards } = this.#way;
    const mask = this.#mask;
    const fixed = mask.kind === 'numeric' ? mask.prefix.length : 0;
    const check = mask.kind === 'numeric' && mask.checksum ? mask.length - 1 : -1;
    for (let at = 0; at < body.length; at++) {
      const place = codeBackwards ? body.length - 1 - at : at;
      this.#add(body.charCodeAt(place), place < fixed ? FIXED : place === check ? CHECK : FREE);
    }
  }

  #addPin(pin: string): void {
    for (let at = 0; at < pin.length; at++)
      this.#add(pin.charCodeAt(this.#way.pinBackwards ? pin.length - 1 - at : at), PIN);
  }

  #add(character: number, kind: number): void {
    const digit = character >= 48 && character <= 57 ? character - 48 : -1;
    if (digit < 0 && this.#way.lettersOut) return;
    this.digits[this.length] = digit;
    this.#kinds[this.length++] = kind;
  }

  #sum(): void {
    const { digits, length, sums, run, same } = this;
    const [free, check, pin] = this.#before;
    for (let at = 0; at < length; at++) {
      const digit = digits[at]!;
      const twice = digit > 4 ? digit * 2 - 9 : digit * 2;
      const even = at % 2 === 0;
      sums[0][at + 1] = sums[0][at]! + (even ? twice : digit);
      sums[1][at + 1] = sums[1][at]! + (even ? digit : twice);
      const kind = this.#kinds[at]!;
      free[at + 1] = free[at]! + (kind === FREE ? 1 : 0);
      check[at + 1] = check[at]! + (kind === CHECK ? 1 : 0);
      pin[at + 1] = pin[at]! + (kind === PIN ? 1 : 0);
    }
    run[length] = 0;
    same[length] = 0;
    for (let at = length - 1; at >= 0; at--) {
      run[at] = digits[at]! < 0 ? 0 : run[at + 1]! + 1;
      same[at] = at < this.#lastLength && digits[at] === this.#last[at] ? same[at + 1]! + 1 : 0;
    }
  }
}
