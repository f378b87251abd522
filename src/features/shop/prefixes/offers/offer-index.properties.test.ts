import fc from 'fast-check';
import { expect, it } from 'vitest';
import { prefixSorts } from '#contracts/shop/prefixes.ts';
import { type Offer, OfferIndex, type Term } from './offer-index.ts';

const word = fc.constantFrom(
  'books',
  'book',
  'bookshop',
  'boot',
  'café',
  'ca',
  '7074',
  '707',
  'kind=link',
  'country=DE',
);
const offer: fc.Arbitrary<Offer> = fc.record({
  programme_id: fc.integer({ min: 0, max: 80 }).map((n) => `0199-${String(n).padStart(4, '0')}`),
  prefix: fc.constantFrom(null, '7074', '7075', '9000'),
  name: fc.constantFrom('books', 'café', 'zoo'),
  on_sale: fc.constantFrom(0, 1, 2),
  from_price_cents: fc.constantFrom(100, 200),
  words: fc.uniqueArray(word),
});
const term: fc.Arbitrary<Term> = fc.oneof(
  word,
  fc.constantFrom('boo', 'book', 'books', 'café', '7074').map((begins) => ({ begins })),
);
const search = fc.record({
  terms: fc.array(fc.array(term, { maxLength: 3 }), { maxLength: 3 }),
  sort: fc.constantFrom(...prefixSorts),
  offset: fc.nat(30),
  limit: fc.integer({ min: 1, max: 20 }),
});
type Search = Parameters<OfferIndex['find']>[0];

const fits = (each: Offer, wanted: Term) =>
  each.words.some((own) => (typeof wanted === 'string' ? own === wanted : own.startsWith(wanted.begins)));

/** What plain filtering and sorting of all offers finds. */
function filtered(offers: readonly Offer[], { terms, sort, offset, limit }: Search) {
  const found = offers.filter((each) => terms.every((alternatives) => alternatives.some((one) => fits(each, one))));
  const key = ({ price: 'from_price_cents', on_sale: 'on_sale', name: 'name', prefix: 'prefix' } as const)[
    sort.replace('-', '') as 'name'
  ];
  const ids = [...found].sort((a, b) => (a.programme_id < b.programme_id ? -1 : 1));
  const sorted = ids.toSorted((a, b) => Number(a[key]! > b[key]!) - Number(a[key]! < b[key]!));
  if (sort.startsWith('-')) sorted.reverse();
  const listed = [...sorted.filter((each) => each[key] !== null), ...sorted.filter((each) => each[key] === null)];
  return { total: found.length, offers: listed.slice(offset, offset + limit) };
}

it('finds, counts and sorts what plain filtering does, after any changes', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.array(offer, { maxLength: 60 }), search), { maxLength: 5 }), (steps) => {
      const index = new OfferIndex();
      const offers = new Map<string, Offer>();
      for (const [changed, asked] of steps) {
        for (const each of changed) {
          index.put(each);
          offers.set(each.programme_id, each);
        }
        const left = [...offers.values()].filter(({ on_sale }) => on_sale > 0);
        expect(index.find(asked)).toEqual(filtered(left, asked));
        const links = left.filter(({ words }) => words.includes('kind=link')).length;
        expect(index.count('kind')).toEqual(new Map(links ? [['link', links]] : []));
      }
    }),
  );
});
