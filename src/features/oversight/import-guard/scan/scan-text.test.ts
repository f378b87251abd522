import { describe, expect, it } from 'vitest';
import type { ScannedSurface } from '#contracts/surface.ts';
import { scanText } from './scan-text.ts';

const SURFACES: ScannedSurface[] = ['text', 'name', 'product', 'identifier'];

describe('on every surface', () => {
  it.each([
    ['my card 4111-1111-1111-1111 was charged', 'IG-02'],
    ['x4111111111111111x', 'IG-02'],
    ['order 12, card 4111 1111 1111 1111', 'IG-02'],
    ['Spaced 4012 - 8888 - 8888 - 1881', 'IG-02'],
    ['my cvv is 123', 'IG-06'],
    ['Security Code: 123', 'IG-06'],
    ['4111111111111112 12/27 123', 'IG-07'],
    ['ends in 411111XXXXXX1111', 'IG-08'],
    ['۴۱۱۱ ۱۱۱۱ ۱۱۱۱ ۱۱۱۱ is mine', 'IG-02'],
  ])('%j is refused', (text, rule) => {
    for (const surface of SURFACES) expect(scanText(text, surface)).toMatchObject({ rule });
  });

  it.each([
    'order 4111111111111112 is missing',
    'payment of 0x52908400098527886E0F7030069857D2E4169EE7 at 2026-11-21T04:11:11.111111Z',
    'tx 0x88df016429689c079f3b2f6ad39fa052532c56795b733da78a91ebe6a713944b',
    'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4 got it',
    'id 0194f3c2-1111-7111-8111-411111111111 and 01ARZ3NDEKTSV4RRFFQ69G5FAV',
    'EAN 4006381333931 on the box, 1732161600000 ms, 3.14159265358979',
    'the redemption page wants the security code that I have not got',
    '',
  ])('%j is welcome', (text) => {
    for (const surface of SURFACES) expect(scanText(text, surface)).toBeUndefined();
  });

  it('more than 8,000 characters are refused, not cut', () => {
    for (const surface of SURFACES) {
      expect(scanText('a'.repeat(8000), surface)).toBeUndefined();
      expect(scanText('a'.repeat(8001), surface)).toMatchObject({ rule: 'IG-18' });
    }
  });
});

describe('a document', () => {
  const words = 'These are the terms of service. They are long, and fill many pages with sentences. ';
  const pages = words.repeat(480).slice(0, 35_000);

  it('may be longer than other texts, up to 40,000 characters', () => {
    expect(scanText(pages, 'document')).toBeUndefined();
    expect(scanText('a'.repeat(40_000), 'document')).toBeUndefined();
    expect(scanText('a'.repeat(40_001), 'document')).toMatchObject({ rule: 'IG-18' });
  });

  it('hides a card number nowhere, not even spread out where two parts of it meet', () => {
    const spread = [...'4012888888881881'].join(' '.repeat(190));
    for (const hidden of ['4012 8888 8888 1881', spread])
      for (let at = 0; at < pages.length; at += 487)
        expect([at, scanText(`${pages.slice(0, at)} ${hidden} ${pages.slice(at)}`, 'document')?.rule]).toEqual([
          at,
          'IG-02',
        ]);
  });

  it.each(['Orders 40128888, 88881881, 94715520 are listed. ', 'Never share your CVV with people who sell cards. '])(
    'keeps %j whole',
    (honest) => {
      expect(scanText(honest.repeat(700), 'document')).toBeUndefined();
    },
  );
});

describe('an identifier', () => {
  it.each([
    ['4012 888888 88188 1', 'IG-01'],
    ['A-4012-88-888888-1881', 'IG-02'],
    ['00000004111111111111111000000', 'IG-02'],
  ])('%j counts in any grouping, and inside a longer run', (text, rule) => {
    expect(scanText(text, 'identifier')).toMatchObject({ rule });
  });

  it('is never let through as something else', () => {
    const text = 'from 41.11.11.11 11.11.11.11';
    expect(scanText(text, 'text')).toBeUndefined();
    expect(scanText(text, 'identifier')).toMatchObject({ rule: 'IG-02' });
  });
});

// Each looks like a card number, and is let through in a text only.
describe.each([
  ['an amount of wei', '4000000000000000006 wei'],
  ['part of a long code', '4012-8888-8888-1881-9024-7716'],
  ['part of a list', 'orders 40128888, 88881881, 94715520'],
  ['orders that follow each other', 'orders 40014012 40014028'],
])('%s', (_what, text) => {
  it('is welcome in a text and refused in names and cells', () => {
    expect(scanText(text, 'text')).toBeUndefined();
    for (const surface of ['name', 'identifier'] as const)
      expect(scanText(text, surface)).toMatchObject({ rule: 'IG-02' });
  });
});

it('a bank account with a D in it is no magnetic stripe, unless it was filled up from one', () => {
  expect(scanText('Payez sur FR723000401587D026101174043, merci', 'text')).toBeUndefined();
  for (const filled of ['FR764012888888881881D1228101', 'MT474012888888881881D1228101234'])
    expect(scanText(`Payez sur ${filled}, merci`, 'text')).toMatchObject({ rule: 'IG-04' });
});

describe('what looks like something else is refused', () => {
  it.each([
    ['a bank account that is a card number filled up with zeros', 'DE84401288888888188100'],
    ['a wrong bank account', 'AT12 4012 8888 8888 1881'],
    ['a parcel with a wrong check digit', 'USPS 9400 4012 8888 8888 1881 11'],
    ['a long code with padding', '0000-4012-8888-8888-1881-0000'],
    ['a long code with an expiry date', '4012-8888-8888-1881-1228-9024'],
    ['several card numbers in a row', '4012 8888 8888 1881 5555 5555 5555 4444'],
    ['a long code beside the word Visa', 'visa 4012-8888-8888-1881-9024-7716'],
    ['a list with padding', '40128888-88881881-00000000'],
  ])('%s', (_what, text) => {
    expect(scanText(text, 'text')).toMatchObject({ rule: 'IG-02' });
  });
});

const TRADE = [
  'Fresh CVV base for sale',
  'selling fullz, cheap',
  'buy dumps with pin',
  'price of NON-VBV cards',
  'Track 1/2 for sale',
  'bank logs, telegram',
  'bin 414720 in stock',
  'stolen gift cards for sale',
  'credit card numbers, buy here',
  'fresh live visa',
  'продам кардинг',
  'fullz: 4111 1111 1111 1112',
];

describe('the words of the stolen-card trade (IG-17)', () => {
  it.each(TRADE)('%j is refused everywhere but in a cell', (text) => {
    for (const surface of ['product', 'text', 'name'] as const)
      expect(scanText(text, surface)).toMatchObject({ rule: 'IG-17' });
  });

  it.each(['We never ask for a CVV or CVC', "Never share your CVV with people who sell cards. Don't buy fullz."])(
    '%j is a warning, and welcome everywhere',
    (text) => {
      for (const surface of ['product', 'text', 'name'] as const) expect(scanText(text, surface)).toBeUndefined();
    },
  );

  it.each([
    'Valid Visa required for entry',
    'Track 1 of our loyalty programme',
    'Bin 1234 collects on Monday',
    'Someone asked me for credit card numbers. I want to buy a gift card.',
  ])('%j is honest in a text and a name, and refused in a product', (text) => {
    expect(scanText(text, 'text')).toBeUndefined();
    expect(scanText(text, 'name')).toBeUndefined();
    expect(scanText(text, 'product')).toMatchObject({ rule: 'IG-17' });
  });

  it.each([
    'Spend it in any of our 40 shops',
    'Valid for five years from purchase',
    'stock-2026-11.csv',
    'Cabin and bin liners',
    'Track your parcel',
  ])('%j is welcome in a product', (text) => {
    expect(scanText(text, 'product')).toBeUndefined();
  });
});

describe('a security code', () => {
  it.each(['The security code is 1648', 'Security code: 1648', 'cid 1234'])(
    'that a story tells of is welcome in a text, not in a product: %j',
    (text) => {
      expect(scanText(text, 'text')).toBeUndefined();
      expect(scanText(text, 'product')).toMatchObject({ rule: expect.stringMatching(/^IG-(06|17)$/) });
    },
  );
});

const certaintyOf = (text: string) => scanText(text, 'text')?.certainty;

describe('how sure it is in a text', () => {
  it.each([
    'visa 4012 8888 8888 1881',
    '4012888888881881 exp 12/28',
    'Meine Kreditkarte 4012-8888-8888-1881',
    'mi tarjeta de crédito es 4012888888881881',
    'ma carte bancaire 4012 8888 8888 1881',
    'my cvv is 123',
    'Kartenprüfnummer: 123',
    'cryptogramme visuel 123',
    'código de seguridad: 123',
    'three digits on the back are 123',
    '4141 7122 6120 4203 12/29 123',
  ])('%j speaks of a payment card, and is refused', (text) => {
    expect(certaintyOf(text)).toBe('sure');
  });

  it.each(['4012 8888 8888 1881', 'take 4012888888881881 please', 'my card 378282246310005'])(
    '%j is written as cards show it, and refused unless it is sent for a check',
    (text) => {
      expect(certaintyOf(text)).toBe('likely');
    },
  );

  it.each([
    'Serial 4012888888881881',
    'Mein Code: 4012-8888-8888-1881',
    'Bestellungen 4012, 8888, 8888, 1881',
    'take 94012888888881881',
    'take 40128888888818819',
    'take 004012888888881881',
    'take 40128888888818810000',
    'ref 000000004012888888881881',
    'ref 777774012888888881881',
    'visa 4012 88888888 1881',
    'visa 401 2888 88888 1881',
    '401 2888 88888 1881 exp 12/28',
    'AT344012888888881881',
  ])('%j waits for a person', (text) => {
    expect(certaintyOf(text)).toBe('unsure');
  });

  it.each([
    'id 112345678901236',
    'security code: 1648',
    'Backup codes: 4012-8888 8888-1881 1029-3847',
    'https://facebook.com/100000000000009',
  ])('%j is welcome', (text) => {
    expect(scanText(text, 'text')).toBeUndefined();
  });
});

describe('an e-mail address', () => {
  it.each(['4012888888881881@example.com', '4012.8888.8888.1881@example.com', '4012888888881881.x@example.com'])(
    '%s is a card number',
    (address) => {
      expect(scanText(address, 'email')).toMatchObject({ rule: 'IG-02' });
    },
  );

  it.each(['500000000009@example.com', '573001234567@example.com', 'jane.1985@example.com', '112345678901236@x.org'])(
    '%s is welcome',
    (address) => {
      expect(scanText(address, 'email')).toBeUndefined();
    },
  );
});

describe('a tax number', () => {
  it.each(['36252187900034', '11.222.333/0001-81', '500100732259', '100123456700003', '300123456700003'])(
    '%s is welcome by its form',
    (text) => {
      expect(scanText(text, 'tax_id')).toBeUndefined();
    },
  );

  it('that is a card number is refused', () => {
    expect(scanText('4012888888881881', 'tax_id')).toMatchObject({ rule: 'IG-01' });
  });
});
