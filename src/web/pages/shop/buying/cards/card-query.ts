import { href } from 'react-router';
import { cardSorts } from '#contracts/shop/cards.ts';
import { message } from '#i18n/message.ts';
import { parseDollars } from '#web/i18n/parse-dollars.ts';
import type { FieldErrors } from '#web/server/api-error.ts';
import { searchOf } from '#web/server/page-query.ts';

const textFilters = ['programme_id', 'prefix', 'country', 'currency', 'level', 'category'] as const;
const amounts = ['face_min', 'face_max', 'price_min', 'price_max'] as const;

export interface CardQuery {
  query: Record<string, string>;
  errors: FieldErrors;
}

/** Converts the page's query (whole currency amounts) for the API (cents); empty fields are omitted. */
export function cardQueryOf(search: URLSearchParams, locale = 'en'): CardQuery {
  const query: Record<string, string> = {};
  const errors: FieldErrors = {};
  const q = searchOf(search);
  if (q) query.q = q;
  for (const name of textFilters) {
    const value = search.get(name)?.trim();
    if (value) query[name] = value.slice(0, 100);
  }
  for (const name of amounts) {
    const typed = search.get(name)?.trim();
    if (!typed) continue;
    const cents = parseDollars(typed, locale);
    if (cents === undefined) errors[name] = [message('form.amount')];
    else query[name] = String(cents);
  }
  const percent = search.get('discount')?.trim();
  if (percent && /^\d{1,2}$/.test(percent)) query.discount_min = String(Number(percent) * 100);
  const sort = cardSorts.find((one) => one === search.get('sort'));
  if (sort) query.sort = sort;
  const cursor = search.get('cursor');
  if (cursor) query.cursor = cursor;
  return { query, errors };
}

/** The address of an adjacent page, derived from the API's link. */
export function neighbour(link: string | null, search: URLSearchParams): string | null {
  const cursor = link && new URLSearchParams(link.slice(link.indexOf('?'))).get('cursor');
  if (!link) return null;
  const next = new URLSearchParams([...search].filter(([name, value]) => value && name !== 'cursor'));
  if (cursor) next.set('cursor', cursor);
  return `${href('/cards')}?${next}`;
}
