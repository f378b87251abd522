import { expect, test } from 'vitest';
import { cardQueryOf, neighbour } from './card-query.ts';

test('amounts travel as cents and empty fields not at all', () => {
  const search = new URLSearchParams('q=&level=Plus&price_max=12.50&discount=10&sort=-price');
  expect(cardQueryOf(search)).toEqual({
    query: { level: 'Plus', price_max: '1250', discount_min: '1000', sort: '-price' },
    errors: {},
  });
});

test('an amount that is none is said beside its field and not sent', () => {
  const { query, errors } = cardQueryOf(new URLSearchParams('face_min=ten'));
  expect(query).toEqual({});
  expect(errors.face_min).toEqual([{ key: 'form.amount' }]);
});

test('a sort that does not exist is ignored', () => {
  expect(cardQueryOf(new URLSearchParams('sort=secret')).query).toEqual({});
});

test('the next page keeps the filters and takes the cursor of the API', () => {
  const search = new URLSearchParams('level=Plus&q=&cursor=old&price_max=5');
  expect(neighbour('/api/cards?level=Plus&price_max=500&cursor=a%2Bb', search)).toBe(
    '/cards?level=Plus&price_max=5&cursor=a%2Bb',
  );
  expect(neighbour('/api/cards?level=Plus', search)).toBe('/cards?level=Plus&price_max=5');
  expect(neighbour(null, search)).toBeNull();
});
