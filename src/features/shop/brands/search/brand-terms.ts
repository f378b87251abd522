import { countryName, currencyName } from '#i18n/format.ts';
import { locales } from '#i18n/translate.ts';
import { soldIn } from '../../../supply/programmes/catalogue/find-programmes.ts';
import type { OfferedBrand } from '../offered/offered-brands.ts';
import type { BrandRow, CategoryRow } from '../offered/read-brands.ts';

/** A word that a brand is found by, and how much it says about the brand. */
export interface BrandTerm {
  word: string;
  weight: number;
}

const NAME = 8;
const SYNONYM = 6;
const CATEGORY = 4;
const PROGRAMME = 3;
const PLACE = 2;

interface CachedTerms {
  programmes: OfferedBrand['programmes'];
  terms: readonly BrandTerm[];
}

// By language. A brand is read together with the categories, but not with its programmes.
const cache = new WeakMap<BrandRow, Map<string, CachedTerms>>();

/** Everything that a brand can be found by, until it or its programmes are read anew. */
export function brandTerms(
  offered: OfferedBrand,
  categories: ReadonlyMap<string, CategoryRow>,
  locale: string,
): readonly BrandTerm[] {
  const { brand, programmes } = offered;
  const known = cache.get(brand)?.get(locale);
  if (known?.programmes.length === programmes.length && known.programmes.every((each, at) => each === programmes[at]))
    return known.terms;
  const terms = collectTerms(offered, categories, locale);
  if (!cache.has(brand)) cache.set(brand, new Map());
  cache.get(brand)?.set(locale, { programmes, terms });
  return terms;
}

/** Words of the reader's language say twice as much as those of another. */
function collectTerms(
  { brand, programmes }: OfferedBrand,
  categories: ReadonlyMap<string, CategoryRow>,
  locale: string,
): BrandTerm[] {
  const known = brand.categories.flatMap((slug) => categories.get(slug) ?? []);
  const share = (language: string) => (language === locale ? 1 : 0.5);
  const places = new Set(programmes.flatMap(soldIn));
  const currencies = new Set(programmes.map(({ currency }) => currency));
  return [
    ...weighed([brand.name], NAME),
    ...weighed(brand.synonyms, SYNONYM),
    ...known.flatMap(({ names }) =>
      Object.entries(names).flatMap(([language, name]) => weighed([name], CATEGORY * share(language))),
    ),
    ...weighed(
      known.flatMap(({ synonyms }) => synonyms),
      CATEGORY,
    ),
    ...weighed(
      programmes.flatMap(({ name, issuer_name }) => [name, issuer_name]),
      PROGRAMME,
    ),
    ...weighed([...places, ...currencies], PLACE),
    ...locales.flatMap((language) => [
      ...weighed(
        Array.from(places, (code) => countryName(language, code)),
        PLACE * share(language),
      ),
      ...weighed(
        Array.from(currencies, (code) => currencyName(language, code)),
        PLACE * share(language),
      ),
    ]),
  ];
}

const weighed = (texts: readonly string[], weight: number): BrandTerm[] =>
  texts.flatMap((text) => wordsOf(text).map((word) => ({ word, weight })));

/** The words of a text, without marks and in lower case: "Café Crème" is cafe and creme. */
export const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
