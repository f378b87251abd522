// Letters that look like Latin ones, from the confusables of Unicode (UTS 39, confusables.txt 17.0): those of Greek and
// Cyrillic, and the digits and signs that stand for letters in leetspeak.
const DOUBLES =
  'аa еe оo рp сc уy хx іi јj ѕs ԁd һh ԛq ԝw ѵv ӏl кk мm тt вb нh гr пn αa εe οo ρp νv υu ιi κk τt χx γy ηn σc ϲc ϳj ѡw ʋv';
const LEET = '0o 1l 3e 4a 5s 7t $s @a !i';

const tableOf = (pairs: string) =>
  new Map(pairs.split(' ').map((pair) => [pair.slice(0, -1), pair.slice(-1)] as const));
const doubles = tableOf(DOUBLES);
const leet = tableOf(LEET);
const DOUBLE = new RegExp(`[${[...doubles.keys()].join('')}]`, 'gu');
const LEET_WORD =
  /(?<![\p{L}\p{Nd}])(?=[\p{Nd}$@!]*\p{L}[\p{Nd}$@!]*\p{L})(?=\p{L}*[\p{Nd}$@!])[\p{L}\p{Nd}$@!]{3,20}/gu;
const SIGN = /[013457$@!]/g;
const SPELLED = /(?<![\p{L}\p{Nd}])\p{L}(?:[ .\-_*·|/]\p{L}){2,9}(?![\p{L}\p{Nd}])/gu;

/** A lower-case text with look-alikes as Latin letters, and words that were spelled letter by letter closed up. */
export function foldLetters(text: string): string {
  const latin = text.replace(DOUBLE, (letter) => doubles.get(letter)!);
  return latin
    .replace(LEET_WORD, (word) => word.replace(SIGN, (sign) => leet.get(sign)!))
    .replace(SPELLED, (word) => word.replace(/[ .\-_*·|/]/g, ''));
}
