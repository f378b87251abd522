import { expect, it } from 'vitest';
import { shownCards } from './shown-cards.ts';

const card = (id: string, programme: string) => ({
  id,
  programme: { id: programme, name: `Name of ${programme}` },
  prefix: null,
  level: 'Plus' as const,
  country: 'GB',
  currency: 'GBP',
  face_cents: 1000,
  price_cents: 1200,
  discount_bp: 500,
  expires_on: null,
  ends_soon: false,
});
const theme = { color_from: '#112233', color_to: '#445566', motif: 'waves' };

it('says what the cards of a programme share once for all of them', () => {
  const [first, second, other] = shownCards(
    [card('1', 'books'), card('2', 'books'), card('3', 'games')],
    [{ value: 'books', brand: 'books', countries: ['GB', 'IE'], ...theme }],
    'IE',
  );
  expect(first).toEqual({
    id: '1',
    face_cents: 1000,
    price_cents: 1200,
    discount_bp: 500,
    expires_on: null,
    ends_soon: false,
    programme: {
      name: 'Name of books',
      brand: 'books',
      prefix: null,
      level: 'Plus',
      country: 'GB',
      currency: 'GBP',
      theme,
    },
  });
  expect(second?.programme).toBe(first?.programme);
  expect(other?.programme.name).toBe('Name of games');
});

it('warns of a programme that the country of the buyer is not one of', () => {
  const programmes = [{ value: 'books', brand: 'books', countries: ['GB', 'IE'], ...theme }];
  const notIn = (country: string | null) => shownCards([card('1', 'books')], programmes, country)[0]?.programme.not_in;
  expect(notIn('DE')).toBe('DE');
  expect(notIn('IE')).toBeUndefined();
  expect(notIn(null)).toBeUndefined();
});
