import { countryName, currencyName } from '#i18n/format.ts';
import { locales } from '#i18n/translate.ts';
import { soldIn } from '../../../supply/programmes/catalogue/find-programmes.ts';
import type { OfferedBrand } from '../offered/offered-brands.ts';
import type { BrandRow, CategoryRow } from '../offered/read-brands.ts';

/** A word that a brand is found by, and how much it says about the brand. */
export interface BrandWord {
  word: string;
  weight: number;
}

const NAME = 8;
const SYNONYM = 6;
const CATEGORY = 4;
const PROGRAMME = 3;
const PLACE = 2;

interface Kept {
  programmes: OfferedBrand['programmes'];
  words: readonly BrandWord[];
}

// By language. A brand is read together with the categories, but not with its programmes.
const kept = new WeakMap<BrandRow, Map<string, Kept>>();

/** Everything that a brand can be found by, until it or its programmes are read anew. */
export function brandWords(
  offered: OfferedBrand,
  categories: ReadonlyMap<string, CategoryRow>,
  locale: string,
): readonly BrandWord[] {
  const { brand, programmes } = offered;
  const known = kept.get(brand)?.get(locale);
  if (known?.programmes.length === programmes.length && known.programmes.every((each, at) => each === programmes[at]))
    return known.words;
  const words = collectWords(offered, categories, locale);
  if (!kept.has(brand)) kept.set(brand, new Map());
  kept.get(brand)?.set(locale, { programmes, words });
  return words;
}

/** Words of the reader's language say twice as much as those of another. */
function collectWords(
  { brand, programmes }: OfferedBrand,
  categories: ReadonlyMap<string, CategoryRow>,
  locale: string,
): BrandWord[] {
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

const weighed = (texts: readonly string[], weight: number): BrandWord[] =>
  texts.flatMap((text) => wordsOf(text).map((word) => ({ word, weight })));

/** The words of a text, without marks and in lower case: "Café Crème" is cafe and creme. */
export const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
