import { isNetworkNumber } from '../numbers/network-number.ts';
import { normalise } from '../numbers/normalise.ts';
import { countDigits } from './count-digits.ts';
import { type Certainty, findNumber, type Reading } from './find-number.ts';

const LOOKALIKES: Readonly<Record<string, string>> = {
  O: '0',
  o: '0',
  I: '1',
  l: '1',
  S: '5',
  s: '5',
  B: '8',
  Z: '2',
  // Their doubles in other scripts, and the small i: in texts only.
  i: '1',
  Ο: '0',
  ο: '0',
  О: '0',
  о: '0',
  Ι: '1',
  І: '1',
  і: '1',
  Ӏ: '1',
  ѕ: '5',
  Ѕ: '5',
  Β: '8',
  В: '8',
  Ζ: '2',
  З: '3',
};
const TOKEN = /(?<![0-9A-Za-z])[0-9OoIlSsBZ]{13,19}(?![0-9A-Za-z])/g;
const signs = Object.keys(LOOKALIKES).join('');
const WORD = new RegExp(`(?<![\\p{L}\\p{Nd}])[0-9${signs}]+(?![\\p{L}\\p{Nd}])`, 'gu');
const MAX_LETTERS = 3;

const BASE64 = /[A-Za-z0-9+/_-]{16,}/g;
const HEX = /[0-9A-Fa-f]{24,}/g;
const ESCAPED = /%(2[0-9a-f]|3[0-9])|&#(\d{1,7});|&#x([0-9a-f]{1,6});|&([a-z]{1,31}\d{0,2});/gi;
const LINK_TARGET = /\]\([^()\n]*\)|\]\[[^[\]\n]*\]/g;
const LAST_CODE_POINT = 0x10ffff;
const DEEPEST = 2;
const SHORTEST_ENCODED = 16;

/** How surely letters stand for digits of a card number (IG-09). */
export function findLookalike(text: string, reading: Reading): Certainty | undefined {
  for (const [token] of text.matchAll(TOKEN)) {
    const letters = token.replace(/\d/g, '').length;
    if (letters >= 1 && letters <= MAX_LETTERS && isNetworkNumber(toDigits(token))) return 'likely';
  }
  if (reading === 'cell') return undefined;
  const folded = text.replace(WORD, (word) => (/\d/.test(word) ? toDigits(word) : word));
  return folded !== text && !findNumber(text, reading) ? findNumber(folded, reading) : undefined;
}

/** How surely base64, hexadecimal or escaped text hides a card number, or Markdown of which a page shows only one (IG-10). */
export function findEncoded(text: string, reading: Reading): Certainty | undefined {
  if (decodesToNumber(text, 1)) return 'sure';
  if (!/[%&\]]/.test(text)) return undefined;
  const plain = normalise(text.replace(ESCAPED, unescaped).replace(LINK_TARGET, ''));
  return plain !== text && !findNumber(text, reading) ? findNumber(plain, reading) : undefined;
}

function decodesToNumber(text: string, depth: number): boolean {
  // Encoded text is often folded into lines.
  const whole = /\s/.test(text) ? text.replace(/\s+/g, '') : text;
  if (whole.length < SHORTEST_ENCODED) return false;
  for (const [token] of whole.matchAll(BASE64)) {
    // Digits alone never decode to digits.
    if (/^\d+$/.test(token)) continue;
    for (let at = 0; at < 4; at++) if (isNumber(token, 'base64', at, depth)) return true;
  }
  for (const [token] of whole.matchAll(HEX)) {
    for (let at = 0; at < 2; at++) if (isNumber(token, 'hex', at, depth)) return true;
  }
  return false;
}

// A word before the encoded text may shift it, so every alignment is decoded. UTF-16 has a zero byte beside each digit.
function isNumber(token: string, encoding: 'base64' | 'hex', at: number, depth: number): boolean {
  const decoded = Buffer.from(at === 0 ? token : token.slice(at), encoding)
    .toString('latin1')
    .replaceAll('\0', '');
  if (countDigits(decoded) >= 12 && findNumber(decoded, 'strict')) return true;
  return depth < DEEPEST && decodesToNumber(decoded, depth + 1);
}

const toDigits = (text: string) => text.replace(/\D/gu, (letter) => LOOKALIKES[letter] ?? letter);

function unescaped(_: string, percent?: string, decimal?: string, hex?: string, name?: string): string {
  // But for three superscripts and the spaces, what a name stands for only separates digits.
  if (name) return /^sup[123]$/.test(name) ? name.slice(3) : name === 'nbsp' ? ' ' : '';
  const point = decimal ? Number(decimal) : Number.parseInt(percent ?? hex ?? '', 16);
  return point <= LAST_CODE_POINT ? String.fromCodePoint(point) : '';
}
