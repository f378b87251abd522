import type { Formatters } from '#web/i18n/use-i18n.ts';
import type { FilterChip } from '#web/ui/controls/filter-chips.tsx';

interface Option {
  value: string;
  label: string;
}

type Options = Record<'programmes' | 'countries' | 'currencies' | 'levels' | 'categories', Option[]>;

/** The filters that the address sets, as a buyer reads them; a range is one of them. */
export function activeFilters(search: URLSearchParams, options: Options, t: Formatters['t']): FilterChip[] {
  const chosen = (name: string, label: string, among: Option[]): FilterChip[] => {
    const value = search.get(name);
    const known = among.find((one) => one.value === value);
    return value ? [{ names: [name], text: `${label}: ${known?.label ?? value}` }] : [];
  };
  const range = (name: 'price' | 'face', label: string): FilterChip[] => {
    const [low, high] = [search.get(`${name}_min`), search.get(`${name}_max`)];
    if (!low && !high) return [];
    const limits = low && high ? `${low}–${high}` : `${t(low ? 'cards.range_from' : 'cards.range_to')} ${low || high}`;
    return [{ names: [`${name}_min`, `${name}_max`], text: `${label}: ${limits}` }];
  };
  const typed = (name: string, label: string) => chosen(name, label, []);
  return [
    ...typed('q', t('list.search')),
    ...chosen('category', t('brand.category'), options.categories),
    ...chosen('programme_id', t('card.programme'), options.programmes),
    ...chosen('country', t('card.country'), options.countries),
    ...chosen('currency', t('card.currency'), options.currencies),
    ...chosen('level', t('card.level'), options.levels),
    ...range('price', t('cards.price_range')),
    ...range('face', t('cards.face_value')),
    ...typed('discount', t('cards.discount_minimum')),
    ...typed('prefix', t('card.prefix')),
  ];
}
