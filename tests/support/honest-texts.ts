import type { Random } from '#features/oversight/import-guard/numbers/seeded-random.ts';

export type Write = (random: Random) => string;

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const HEX = '0123456789abcdef';
const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const BECH32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

export const from = (signs: string, length: number, random: Random) =>
  Array.from({ length }, () => signs[random(signs.length)]!).join('');
export const digits = (length: number, random: Random) => from('0123456789', length, random);
export const number = (length: number, random: Random) => from('123456789', 1, random) + digits(length - 1, random);
export const between = (low: number, high: number, random: Random) => low + random(high - low + 1);
export const pick = <T>(items: readonly T[], random: Random): T => items[random(items.length)]!;
export const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);
export const two = (value: number) => String(value).padStart(2, '0');
export const inFours = (text: string) => text.match(/.{1,4}/g)!.join(' ');

const gs1Digit = (body: string) => {
  const sum = [...body].reverse().reduce((all, digit, at) => all + Number(digit) * (at % 2 === 0 ? 3 : 1), 0);
  return String((10 - (sum % 10)) % 10);
};
export const withGs1 = (body: string) => body + gs1Digit(body);

/** Lengths of what stands after the check digits; `A` is a letter, `0` a digit. */
const IBANS = {
  DE: '0'.repeat(18),
  FR: `${'0'.repeat(10)}A${'0'.repeat(12)}`,
  ES: '0'.repeat(20),
  GB: `AAAA${'0'.repeat(14)}`,
  NL: `AAAA${'0'.repeat(10)}`,
  PL: '0'.repeat(24),
  CH: '0'.repeat(17),
  BE: '0'.repeat(12),
  SE: '0'.repeat(20),
};
export const iban: Write = (random) => {
  const [country, shape] = pick(Object.entries(IBANS), random);
  const account = [...shape].map((sign) => (sign === 'A' ? from(LETTERS, 1, random) : digits(1, random))).join('');
  const value = [...`${account}${country}00`].map((sign) => Number.parseInt(sign, 36)).join('');
  return `${country}${two(98 - Number(BigInt(value) % 97n))}${account}`;
};
const uuid: Write = (random) => [8, 4, 4, 4, 12].map((length) => from(HEX, length, random)).join('-');
export const day: Write = (random) =>
  `20${between(20, 32, random)}-${two(between(1, 12, random))}-${two(between(1, 28, random))}`;
const clock: Write = (random) => `${two(random(24))}:${two(random(60))}:${two(random(60))}`;
export const price: Write = (random) => `${between(1, 400, random)}.${two(random(100))}`;
export const ip: Write = (random) => times(4, () => random(256)).join('.');
const isbn: Write = (random) => withGs1(`978${digits(9, random)}`);
const cas: Write = (random) => `${number(between(2, 7, random), random)}-${digits(2, random)}-${digits(1, random)}`;

/** Fifty kinds of text that people write to a shop without any harm, each with random values. */
export const HONEST_TEXTS: Readonly<Record<string, Write>> = {
  'a list of prices': (random) =>
    `The cards cost ${times(between(3, 12, random), () => price(random)).join(', ')} each`,
  'prices with a currency': (random) => times(8, () => `€${price(random)}`).join(' '),
  'prices over a thousand': (random) => times(4, () => `${between(1, 99, random)},${digits(3, random)}.00`).join('; '),
  'prices of a table': (random) => times(6, () => `${price(random)} | ${price(random)} | ${price(random)}`).join('\n'),
  'German prices': (random) =>
    times(6, () => `${between(1, 99, random)}.${digits(3, random)},${digits(2, random)} €`).join(' / '),
  ratings: (random) => times(9, () => `${between(1, 5, random)}.${random(10)}`).join(', '),
  'an IBAN, compact': (random) => `My account is ${iban(random)}, please pay there`,
  'an IBAN, grouped': (random) => `My account is ${inFours(iban(random))}, please pay there`,
  'two IPv4 addresses': (random) => `Signed in from ${ip(random)} and ${ip(random)}`,
  'two IPv4 addresses in a log': (random) => `${ip(random)} ${ip(random)}`,
  'an IPv6 address': (random) => times(8, () => from(HEX, 4, random)).join(':'),
  'a DHL number': (random) => `DHL ${withGs1(`00340434${digits(11, random)}`)} has not come`,
  'a DHL number, grouped': (random) => `DHL ${inFours(withGs1(`00340434${digits(11, random)}`))} has not come`,
  'a USPS number': (random) => `USPS ${withGs1(`94${digits(19, random)}`)} is late`,
  'a USPS number, grouped': (random) => `USPS ${inFours(withGs1(`94${digits(19, random)}`))} is late`,
  'a UPS number': (random) =>
    `1Z${from(CROCKFORD, 6, random)}${pick(['01', '02', '03', '12', '13'], random)}${digits(8, random)}`,
  'a UPS number, grouped': (random) =>
    `1Z ${from(CROCKFORD, 3, random)} ${from(CROCKFORD, 3, random)} 03 ${digits(4, random)} ${digits(4, random)}`,
  'a FedEx number of 12': (random) => `FedEx ${digits(12, random)}`,
  'a FedEx number of 12, grouped': (random) => `FedEx ${inFours(digits(12, random))}`,
  'a FedEx number of 15': (random) => `FedEx tracking number ${withGs1(digits(14, random))}`,
  'a UPC': (random) => `The box says ${withGs1(digits(11, random))}`,
  'an EAN': (random) => `The box says ${withGs1(digits(12, random))}`,
  'an amount in wei': (random) => `It was ${number(between(17, 20, random), random)} wei`,
  'amounts in coins': (random) => times(4, () => `0.${digits(8, random)} BTC`).join(', '),
  'six groups of four digits': (random) => `The key is ${times(6, () => digits(4, random)).join('-')}`,
  'eight groups of four digits': (random) => times(8, () => digits(4, random)).join(' '),
  'a list of orders': (random) => `Orders ${times(between(2, 6, random), () => number(8, random)).join(', ')}`,
  'a list of short orders': (random) =>
    `Orders ${times(between(2, 6, random), () => `#${number(5, random)}`).join(' ')}`,
  'consecutive orders': (random) => {
    const first = between(40_000_000, 69_999_000, random);
    return `${times(between(2, 5, random), () => first + random(90)).join(' and ')} ${first} ${first + 1}`;
  },
  'orders on lines': (random) => times(between(3, 6, random), () => number(8, random)).join('\n'),
  'an order number with its year': (random) => `FV-20${between(20, 29, random)}-${digits(6, random)}`,
  'a German phone': (random) => `+49 ${between(30, 899, random)} ${digits(7, random)}`,
  'a US phone': (random) => `+1 (${between(201, 989, random)}) ${between(200, 999, random)}-${digits(4, random)}`,
  'phones with their country': (random) =>
    times(2, () => `+${pick([57, 58, 62, 50, 34], random)} ${digits(10, random)}`).join(' or '),
  'a French phone': (random) => `0${between(1, 9, random)} ${times(4, () => digits(2, random)).join(' ')}`,
  'a SHA-256': (random) => from(HEX, 64, random),
  'a transaction': (random) => `0x${from(HEX, 64, random)}`,
  'an Ethereum address': (random) => `0x${from(HEX, 40, random)}`,
  'a Bitcoin address': (random) => `Sent to 1${from(BASE58, 33, random)}`,
  'a bech32 address': (random) => `Sent to bc1q${from(BECH32, 38, random)}`,
  'a UUID': (random) => `Request ${uuid(random)} failed`,
  'a ULID': (random) => `Trace 01${from(CROCKFORD, 24, random)}`,
  'base64 of nothing readable': (random) => Buffer.from(times(48, () => random(256))).toString('base64'),
  'an ISBN': (random) => `ISBN ${isbn(random)}`,
  'two ISBNs with hyphens': (random) =>
    times(2, () => isbn(random).replace(/^(...)(.)(....)(....)(.)$/, '$1-$2-$3-$4-$5')).join(' '),
  'chemical numbers': (random) => `CAS ${times(4, () => cas(random)).join(', ')}`,
  times: (random) => times(4, () => `${day(random)}T${clock(random)}.${digits(3, random)}Z`).join(' '),
  'times in a list': (random) => times(4, () => `${day(random)} ${clock(random)}`).join(', '),
  'Unix times': (random) =>
    `${between(1_500_000_000, 1_900_000_000, random)}${digits(3, random)} and ${between(1_500_000_000, 1_900_000_000, random)}${digits(6, random)}`,
  'opening hours': (random) =>
    ['Mo', 'Tu', 'We'].map((name) => `${name} ${two(random(12))}:00 - ${two(between(13, 23, random))}:30`).join(', '),
  'an IMEI': (random) => `IMEI 35${digits(13, random)}`,
  coordinates: (random) =>
    `${between(10, 89, random)}.${digits(6, random)}, ${between(10, 89, random)}.${digits(6, random)}`,
  'gift card codes': (random) => times(3, () => times(4, () => from(CROCKFORD, 4, random)).join('-')).join(' '),
  'a security code that was typed': (random) =>
    `The security code is ${digits(4, random)} and the till wants another one`,
  'a question about a security code': (random) =>
    `I paid ${price(random)} on ${day(random)}. Where is the security code of order ${digits(8, random)}?`,
  'a warning': (random) => `We never ask for a CVV or CVC. ${pick(['Buy', 'Sell', 'Price'], random)} ${price(random)}.`,
  'a warning of the support': (random) =>
    `Never share your CVV with anybody who sells cards. Ticket ${digits(6, random)}`,
  'a customer number': (random) => `My cid ${digits(4, random)} has changed`,
  'Track 1 of a programme': (random) =>
    `Track ${between(1, 2, random)} of our loyalty programme. Valid Visa required for entry. Bin ${digits(4, random)} collects on Monday.`,
};
