import { href } from 'react-router';

const plain = /^\d{1,6}([.,]\d{1,2})?$/;

/** The pre-order for what nobody sells right now: with the programme and face value of the filters, where they say one. */
export function wishPath(search: URLSearchParams): string {
  const wish = new URLSearchParams();
  const programme_id = search.get('programme_id');
  if (programme_id) wish.set('programme_id', programme_id);
  const prefix = search.get('prefix');
  if (prefix) wish.set('prefix', prefix);
  const face = search.get('face_min') || search.get('face_max');
  if (face && plain.test(face)) wish.set('face', face);
  if (face && programme_id) wish.set('quantity', '1');
  const query = wish.toString();
  return query ? `${href('/preorder')}?${query}` : href('/preorder');
}
