import { countryName, currencyName } from '#i18n/format.ts';
import { locales } from '#i18n/translate.ts';
import type { Programme } from './catalogue.ts';

export interface ProgrammeFilter {
  q?: string | undefined;
  programme_id?: string | undefined;
  prefix?: string | undefined;
  country?: string | undefined;
  currency?: string | undefined;
  level?: string | undefined;
  category?: string | undefined;
}

const texts = new WeakMap<Programme, string>();

/** The programmes that a filter leaves, or null where it leaves all there are. Each word of `q` must stand in a programme's facts. */
export function findProgrammes(programmes: ReadonlyMap<string, Programme>, filter: ProgrammeFilter): string[] | null {
  const { programme_id, prefix, country, currency, level, category } = filter;
  const words = formattersOf(filter.q ?? '');
  const found: string[] = [];
  for (const programme of programmes.values()) {
    const fits =
      (!programme_id || programme.id === programme_id) &&
      (!prefix || programme.prefix?.startsWith(prefix)) &&
      (!country || soldIn(programme).includes(country)) &&
      (!currency || programme.currency === currency) &&
      (!level || programme.level === level) &&
      (!category || programme.categories.includes(category)) &&
      words.every((word) => textOf(programme).includes(word));
    if (fits) found.push(programme.id);
  }
  return found.length === programmes.size ? null : found;
}

function textOf(programme: Programme): string {
  let text = texts.get(programme);
  if (text === undefined) {
    const { name, issuer_name, currency, level, prefix } = programme;
    const countries = soldIn(programme);
    const facts = [
      name,
      issuer_name,
      ...countries,
      ...locales.flatMap((locale) => countries.map((country) => countryName(locale, country))),
      currency,
      ...locales.map((locale) => currencyName(locale, currency)),
      level,
      prefix ?? '',
      programme.brand_words,
    ];
    text = plain(facts.join(' '));
    texts.set(programme, text);
  }
  return text;
}

/** Every country that a programme's cards are sold in. */
export const soldIn = ({ country, other_countries }: Programme): string[] => [country, ...other_countries];

function formattersOf(text: string): string[] {
  return plain(text)
    .split(/[\s,;]+/)
    .filter((word) => word !== '');
}

function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
