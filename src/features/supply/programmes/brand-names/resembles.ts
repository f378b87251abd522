// Letters of other scripts, and signs, that are drawn like a Latin letter or like each other (after Unicode TS #39).
const twins: Record<string, string> = {
  а: 'a',
  в: 'b',
  с: 'c',
  е: 'e',
  ё: 'e',
  һ: 'h',
  н: 'h',
  і: 'l',
  ї: 'l',
  ј: 'j',
  к: 'k',
  м: 'm',
  о: 'o',
  р: 'p',
  ԛ: 'q',
  г: 'r',
  ѕ: 's',
  т: 't',
  у: 'y',
  ѵ: 'v',
  ԝ: 'w',
  х: 'x',
  ӏ: 'l',
  ь: 'b',
  п: 'n',
  ш: 'w',
  α: 'a',
  β: 'b',
  ε: 'e',
  η: 'n',
  ι: 'l',
  κ: 'k',
  μ: 'u',
  ν: 'v',
  ο: 'o',
  ρ: 'p',
  τ: 't',
  υ: 'u',
  χ: 'x',
  ω: 'w',
  γ: 'y',
  ı: 'l',
  i: 'l',
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ß: 'b',
  æ: 'ae',
  œ: 'oe',
  ɑ: 'a',
  ԁ: 'd',
  ɡ: 'g',
  ց: 'g',
  հ: 'h',
  ո: 'n',
  օ: 'o',
  ս: 'u',
  ʋ: 'v',
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '5': 's',
  '8': 'b',
  $: 's',
  '€': 'e',
  '@': 'a',
  '|': 'l',
  '!': 'l',
};

/** Small capitals, and the capitals of Lisu, each row in the order of the Latin alphabet; a letter without a twin stands for itself. */
const ALPHABETS = ['ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡxʏᴢ', 'ꓮꓐꓚꓓꓰꓝꓖꓧꓲꓙꓗꓡꓟꓠꓳꓑqꓣꓢꓔꓴꓦꓪꓫꓬꓜ'];
/** White letters in black circles and in black squares, and those that flags are written with. */
const PICTURED = [0x1f150, 0x1f170, 0x1f1e6];
const LETTERS = 26;

/** The Latin letter that a sign of another alphabet of capitals is drawn as; any other sign itself. */
function latinOf(sign: string): string {
  const code = sign.codePointAt(0)!;
  const first = PICTURED.find((each) => code >= each && code < each + LETTERS);
  const place = first === undefined ? Math.max(...ALPHABETS.map((alphabet) => alphabet.indexOf(sign))) : code - first;
  return place < 0 ? sign : String.fromCharCode('a'.charCodeAt(0) + place);
}

/** What is left of a name when signs that look alike are one, and case, accents, spaces and punctuation are none. */
const skeleton = (name: string): string =>
  [...name.normalize('NFKD').toLowerCase()]
    .map(latinOf)
    .map((char) => twins[char] ?? char)
    .join('')
    // Some letters are drawn as nothing.
    .replace(/[^\p{L}\p{N}]|\p{Default_Ignorable_Code_Point}/gu, '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');

/** Whether a buyer could take one name for the other. */
export const resembles = (one: string, other: string): boolean => skeleton(one) === skeleton(other);

/** From so many letters on, nobody's name holds another by chance. */
const TELLING = 6;

/** Whether a reader could take a text for this name, or for somebody who speaks for it. A short one has to stand as words of its own. */
export function bearsName(text: string, name: string): boolean {
  const sought = skeleton(name);
  if (sought.length >= TELLING) return skeleton(text).includes(sought);
  const words = text
    .split(/[^\p{L}\p{M}\p{N}\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}\u{1f1e6}-\u{1f1ff}$€@|!]+/u)
    .map(skeleton);
  return (
    sought !== '' && words.some((_, from) => words.some((_word, to) => words.slice(from, to + 1).join('') === sought))
  );
}
