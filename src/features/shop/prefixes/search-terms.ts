import { countryName, currencyName } from '#i18n/format.ts';
import { locales } from '#i18n/translate.ts';
import { LONGEST_HEAD, type Term } from './offers/offer-index.ts';

const MAX_WORDS = 8;
const SHORTEST_PREFIX = 4;
const LONGEST_PREFIX = 12;

/**
 * The terms of a search, of which an offer has to fit one for each word. Every word must begin a word of the programme, of its
 * countries or of its currency; digits match the prefixes that they begin or that begin them.
 */
export function searchTerms(q: string): Term[][] {
  const words = wordsOf(isNumber(q) ? q.replace(/\D/g, '').slice(0, LONGEST_PREFIX) : q).slice(0, MAX_WORDS);
  // Without a word, it fits nothing.
  return words.length ? words.map(termsOf) : [[]];
}

/** Digits as they stand on a card, perhaps in groups. */
const isNumber = (q: string) => /^[\d\s.-]*\d[\d\s.-]*$/.test(q);

function termsOf(word: string): Term[] {
  const isHead = [...word].length <= LONGEST_HEAD;
  const terms: Term[] = [isHead ? `head=${word}` : { begins: word }, ...namedBy(word)];
  if (/^\d+$/.test(word))
    for (let digits = SHORTEST_PREFIX; digits <= Math.min(word.length, LONGEST_PREFIX); digits++)
      terms.push(`prefix=${word.slice(0, digits)}`);
  return terms;
}

interface Named {
  fact: string;
  words: readonly string[];
}

let named: readonly Named[] | undefined;

/** The countries and currencies whose code or name, in any language of the shop, has a word that begins so. */
function namedBy(word: string): string[] {
  named ??= [...countries(), ...currencies()];
  return named.filter(({ words }) => words.some((each) => each.startsWith(word))).map(({ fact }) => fact);
}

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

function countries(): Named[] {
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
  return codes
    .filter((code) => countryName('en', code) !== code)
    .map((code) => namedFact('country', code, countryName));
}

const currencies = (): Named[] =>
  Intl.supportedValuesOf('currency').map((code) => namedFact('currency', code, currencyName));

function namedFact(fact: string, code: string, nameOf: (locale: string, code: string) => string): Named {
  const names = locales.map((locale) => nameOf(locale, code));
  return { fact: `${fact}=${code}`, words: wordsOf([code, ...names].join(' ')) };
}

/** The words of a text as the database's `search_text` spells them. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
