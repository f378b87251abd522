const ofSingleCards = ['programme_id', 'prefix', 'level', 'discount', 'cursor'] as const;
const ranges = ['face_min', 'face_max', 'price_min', 'price_max'] as const;

/** Whether the address asks for single cards: a filter or an order that only they have, or a further page of them. */
export const listFirst = (search: URLSearchParams): boolean =>
  [...ofSingleCards, ...ranges].some((name) => search.get(name)) || (search.get('sort') || 'newest') !== 'newest';
