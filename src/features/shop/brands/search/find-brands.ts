import type { Input } from '#contracts/call.ts';
import type { listBrands } from '#contracts/shop/brands.ts';
import { soldIn } from '../../../supply/programmes/catalogue/find-programmes.ts';
import type { OfferedBrand } from '../offered/offered-brands.ts';
import type { CategoryRow } from '../offered/read-brands.ts';
import { type BrandTerm, brandTerms, wordsOf } from './brand-terms.ts';
import { similarity, threesOf } from './similarity.ts';

type Filter = Input<typeof listBrands>['query'];

interface Catalogue {
  offered: readonly OfferedBrand[];
  categories: ReadonlyMap<string, CategoryRow>;
  locale: string;
}

/** How alike two words must be for one to be a misspelling of the other; shorter words have too few letters to tell. */
const ALIKE = 0.4;
const SHORTEST = 4;
/** Whoever types more words is found by the first ones: each is compared with every word of the catalogue. */
const MAX_WORDS = 8;

/**
 * The brands that a filter leaves, those that fit the text best first; a misspelt word still finds its brand. Where none
 * fits, those that come closest: some of the words fit, whatever else is filtered by.
 */
export function findBrands(
  { offered, categories, locale }: Catalogue,
  { q = '', ...facts }: Filter,
): { found: readonly OfferedBrand[]; nearest: boolean } {
  const asked = [...new Set(wordsOf(q))].slice(0, MAX_WORDS);
  const fitting = offered.filter((each) => hasFacts(each, facts));
  if (asked.length === 0) return { found: fitting, nearest: fitting.length === 0 };
  const fits = fitsOf(asked);
  const hits = offered
    .map((each) => ({ each, scores: scoresOf(fits, brandTerms(each, categories, locale)) }))
    .map(({ each, scores }) => ({ each, all: scores.every((score) => score > 0), score: sum(scores) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score);
  const found = hits.filter(({ each, all }) => all && fitting.includes(each));
  return { found: (found.length > 0 ? found : hits).map(({ each }) => each), nearest: found.length === 0 };
}

function hasFacts({ brand, programmes }: OfferedBrand, { country, currency, category }: Omit<Filter, 'q'>): boolean {
  return (
    (!category || brand.categories.includes(category)) &&
    programmes.some((each) => (!country || soldIn(each).includes(country)) && (!currency || each.currency === currency))
  );
}

const sum = (scores: readonly number[]) => scores.reduce((total, score) => total + score, 0);

type Fit = (word: string) => number;

/** For each word asked for, how well the best word of a brand fits. */
const scoresOf = (fits: readonly Fit[], words: readonly BrandTerm[]): number[] =>
  fits.map((fit) => words.reduce((best, { word, weight }) => Math.max(best, weight * fit(word)), 0));

/** Compares each word once with what is asked for: nearly all brands have the names of the same countries and currencies. */
function fitsOf(asked: readonly string[]): Fit[] {
  const threes = once(threesOf);
  return asked.map((typed) =>
    once((word) => {
      if (word === typed) return 1;
      if (word.startsWith(typed)) return 0.8;
      if (typed.length < SHORTEST) return 0;
      if (word.includes(typed)) return 0.5;
      const alike = similarity(threes(typed), threes(word));
      return alike > ALIKE ? alike * 0.4 : 0;
    }),
  );
}

/** The function with its results kept. A plain map, which lives as long as one search. */
function once<T>(compute: (word: string) => T): (word: string) => T {
  const known = new Map<string, T>();
  return (word) => {
    let result = known.get(word);
    if (result === undefined) {
      result = compute(word);
      known.set(word, result);
    }
    return result;
  };
}
