import { expect, it } from 'vitest';
import { checkHeader } from './check-header.ts';

it('takes the columns of stock in any order and case', () => {
  expect(checkHeader(['PIN', ' code ', 'Expires_On', 'face_value', 'currency', 'serial', 'activation_ref'])).toEqual({
    columns: ['pin', 'code', 'expires_on', 'face_value', 'currency', 'serial', 'activation_ref'],
  });
});

it.each([
  'PAN',
  'Card Number',
  'card_no',
  'cardNumber',
  'CC-Number',
  'account number',
  'CVV',
  'cvv2',
  'CVC',
  'CID',
  'CSC',
  'Security Code',
  'Track 1',
  'track2',
  'Dump',
  'magstripe',
  'Service code',
  'PIN block',
  'EMV',
  'BIN',
  'iin',
  'Bank',
  'Card level',
  'card_type',
  'Card Brand',
  'VBV',
  '3DS',
  'Cardholder',
  'holder name',
  'Name',
  'First name',
  'address',
  'City',
  'State',
  'ZIP',
  'Country',
  'DOB',
  'date of birth',
  'SSN',
  'SIN',
  'Tax id',
  'Passport',
  "Driver's licence",
  'MMN',
  'E-mail',
  'email',
  'Phone',
  'IP',
  'User-Agent',
  'IBAN',
  'Routing',
  'SWIFT',
  'Login',
  'Password',
  'Cookie',
  'exp',
  'Expiry',
  'Exp. month',
  'Year',
  'Kartennummer',
  'Prüfziffer',
  'Inhaber',
  'Prénom',
  'Número de tarjeta',
  'Номер карты',
  'Срок действия',
  '卡号',
  'ＣＶＶ',
  'c\u200bvv',
])('refuses the file for a column named %j (IG-11)', (name) => {
  expect(checkHeader(['code', name])).toMatchObject({ rule: 'IG-11', column: 2 });
});

it('refuses a denied column wherever it stands, the first place included', () => {
  expect(checkHeader(['cvv', 'code'])).toMatchObject({ rule: 'IG-11', column: 1 });
});

it.each(['P.A.N.', 'p a n', 'C-V-V', 'cvv?', 'code (cvv)', 'myCardNumber'])(
  'sees through what stands between the letters of %j',
  (name) => {
    expect(checkHeader(['code', name])).toMatchObject({ rule: 'IG-11', column: 2 });
  },
);

it('refuses a name that is too long to be one, and calls a shorter one unknown', () => {
  expect(checkHeader(['code', 'q'.repeat(201)])).toMatchObject({ rule: 'IG-11', column: 2 });
  expect(checkHeader(['code', 'q'.repeat(200)])).toMatchObject({ rule: 'IG-12', column: 2 });
});

it('refuses a denied column even where an unknown one stands before it', () => {
  expect(checkHeader(['colour', 'code', 'cvv'])).toMatchObject({ rule: 'IG-11', column: 3 });
});

it.each([
  [['code', 'colour'], 2],
  [['code', 'pin', 'code'], 3],
  [['code', ''], 2],
  [['pin', 'serial'], 0],
  [[], 0],
] as const)('refuses the header %j (IG-12)', (header, column) => {
  expect(checkHeader(header)).toMatchObject({ rule: 'IG-12', column });
});
