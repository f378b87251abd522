import { linkStart } from '#contracts/supply/codes/fits-code.ts';
import type { CodeFormat, CodeMask } from './masks/format.ts';
import { fastRandom } from './numbers/fast-random.ts';
import type { Random } from './numbers/seeded-random.ts';
import { randomPin } from './random-code.ts';
import type { Rule } from './scan/rule.ts';
import { scanSecret } from './scan/scan-secret.ts';

/** Up to here a hit refuses the file; beyond, honest files would be refused now and then, and hits are counted (IG-24). */
const RARE = 1e-7;

const SAMPLES = 4_000;
// Twelve digits and more in a row are what the guard's rules need. So digits are drawn more often than they are, in some
// adjoining places, and each code counts by how much more often it was drawn than it occurs.
const DENSE_PLACES = 16;
const DENSE = 0.8;

const MAX_CACHED = 200;
const known = new Map<string, ReadonlyMap<Rule, number>>();
const NONE: ReadonlyMap<Rule, number> = new Map();

/**
 * The rules that honest codes of a mask break by chance more than once in 10 million rows, with the share of rows that do.
 * Simulated with a fixed seed; weighed, 4,000 codes tell rates far below what a million plain ones would.
 */
export function chanceHits(format: CodeFormat): ReadonlyMap<Rule, number> {
  const { code } = format;
  // A number has a prefix that no card number has, or is too short.
  if (code.kind === 'numeric' || !/\d/.test(code.alphabet)) return NONE;
  const key = JSON.stringify(format);
  const hits = known.get(key) ?? simulate(code, format.pin);
  if (known.size >= MAX_CACHED) known.clear();
  known.set(key, hits);
  return hits;
}

type LetterMask = Exclude<CodeMask, { kind: 'numeric' }>;

function simulate(mask: LetterMask, pinMask: CodeFormat['pin']): ReadonlyMap<Rule, number> {
  const random = fastRandom(1);
  const draw = drawBody(mask, random);
  const shares = new Map<Rule, number>();
  for (let sample = 0; sample < SAMPLES; sample++) {
    const { body, weight } = draw();
    const pin = pinMask ? randomPin(pinMask, random) : '';
    const hit = scanSecret(mask, codeOf(mask, body), pin);
    if (hit) shares.set(hit.rule, (shares.get(hit.rule) ?? 0) + weight / SAMPLES);
  }
  return new Map([...shares].filter(([, share]) => share > RARE));
}

/** Draws bodies with many digits in one block of places, and says how much rarer they are in life. */
function drawBody({ alphabet, ...mask }: LetterMask, random: Random) {
  const length = mask.kind === 'alnum' ? mask.groups.reduce((sum, group) => sum + group, 0) : mask.length;
  const digits = [...alphabet].filter((letter) => letter >= '0' && letter <= '9');
  const letters = [...alphabet].filter((letter) => !digits.includes(letter));
  const share = digits.length / alphabet.length;
  const dense = letters.length === 0 ? 1 : Math.max(DENSE, share);
  const block = Math.min(DENSE_PLACES, length);
  const blocks = length - block + 1;
  const [moreDigits, fewerLetters] = [dense / share, letters.length === 0 ? 1 : (1 - dense) / (1 - share)];
  return () => {
    const first = random(blocks);
    const body = Array.from({ length }, (_, at) => {
      const inside = at >= first && at < first + block;
      const isDigit = random(1_000_000) < (inside ? dense : share) * 1_000_000;
      return isDigit ? digits[random(digits.length)]! : letters[random(letters.length)]!;
    });
    // The same body could have come from any block.
    let likelier = 0;
    for (let start = 0; start < blocks; start++) {
      let product = 1;
      for (let at = start; at < start + block; at++) product *= body[at]! <= '9' ? moreDigits : fewerLetters;
      likelier += product;
    }
    return { body: body.join(''), weight: blocks / likelier };
  };
}

function codeOf(mask: LetterMask, body: string): string {
  if (mask.kind === 'link') return linkStart(mask) + body;
  let at = 0;
  const groups = mask.groups.map((length) => {
    at += length;
    return body.slice(at - length, at);
  });
  return groups.join(mask.sep);
}
