import { luhnDigit } from '#contracts/supply/codes/luhn.ts';
import {
  between,
  day,
  digits,
  from,
  HONEST_TEXTS,
  iban,
  inFours,
  ip,
  number,
  pick,
  price,
  times,
  two,
  type Write,
  withGs1,
} from './honest-texts.ts';

type Said = readonly [en: string, de: string, es: string, fr: string];

const LANGUAGES = ['en', 'de', 'es', 'fr'] as const;
const CHINESE_WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];

const orders =
  (length: number, gap: string): Write =>
  (random) =>
    times(between(3, 7, random), () => number(length, random)).join(gap);
const codes =
  (length: number, gap: string): Write =>
  (random) =>
    times(10, () => times(length === 8 ? 1 : 2, () => digits(length, random)).join(gap)).join('\n');

const chineseId: Write = (random) => {
  const region = pick(['110101', '310104', '370102', '420106', '440305', '510104', '610103'], random);
  const body = `${region}19${between(50, 99, random)}${two(between(1, 12, random))}${two(between(1, 28, random))}${digits(3, random)}`;
  const sum = [...body].reduce((all, digit, at) => all + Number(digit) * CHINESE_WEIGHTS[at]!, 0);
  return body + '10X98765432'[sum % 11];
};
const siret: Write = (random) => {
  const siren = number(8, random);
  const body = `${siren}${luhnDigit(siren)}000${between(10, 99, random)}`.slice(0, 13);
  return body + luhnDigit(body);
};
const clabe: Write = (random) => {
  const body = `${pick(['002', '012', '014', '021', '036', '044', '072', '127'], random)}${digits(14, random)}`;
  const sum = [...body].reduce((all, digit, at) => all + ((Number(digit) * [3, 7, 1][at % 3]!) % 10), 0);
  return body + String((10 - (sum % 10)) % 10);
};
const uspsGrouped: Write = (random) => inFours(withGs1(`94${digits(19, random)}`));
const sudoku: Write = (random) => times(9, () => times(9, () => random(9) + 1).join(' ')).join('\n');

const ORDERS: Said = [
  'Orders {} are missing',
  'Die Bestellungen {} fehlen',
  'Faltan los pedidos {}',
  'Les commandes {} manquent',
];
const REFERENCE: Said = ['My reference is {}', 'Meine Referenz: {}', 'Mi referencia es {}', 'Ma référence : {}'];
const CODES: Said = [
  'Backup codes:\n{}',
  'Wiederherstellungscodes:\n{}',
  'Códigos de respaldo:\n{}',
  'Codes de secours :\n{}',
];
const PARCEL: Said = [
  '{carrier} parcel {} is late',
  '{carrier} Paket {} fehlt',
  'El envío {carrier} {} no llega',
  'Le colis {carrier} {} est en retard',
];
const ACCOUNT: Said = ['Pay to IBAN {}, please', 'Bitte an IBAN {} zahlen', 'Paguen al IBAN {}', 'Payez sur IBAN {}'];
const TAX: Said = ['Tax id {}', 'Steuernummer {}', 'NIF {}', 'Numéro TVA {}'];
const by = (said: Said, carrier: string): Said =>
  said.map((text) => text.replace('{carrier}', carrier)) as unknown as Said;

/** Kinds with numbers in them, as the trial of the shop wrote them, each in four languages. */
const KINDS: Readonly<Record<string, readonly [Write, Said]>> = {
  'a serial number of 16': [
    (r) => digits(16, r),
    ['Serial no. {}', 'Seriennummer {}', 'Número de serie {}', 'Numéro de série {}'],
  ],
  'a reference of 16': [(r) => digits(16, r), REFERENCE],
  'a reference in fours': [(r) => inFours(digits(16, r)), REFERENCE],
  'a reference of 12': [(r) => digits(12, r), REFERENCE],
  'a reference of 20': [(r) => number(20, r), REFERENCE],
  'orders of four on lines': [orders(4, '\n'), ['Orders:\n{}', 'Bestellungen:\n{}', 'Pedidos:\n{}', 'Commandes :\n{}']],
  'orders of four with blanks': [orders(4, ' '), ORDERS],
  'orders of four with commas': [orders(4, ', '), ORDERS],
  'orders of five with commas': [orders(5, ', '), ORDERS],
  'orders of six with commas': [orders(6, ', '), ORDERS],
  'orders of eight with commas': [orders(8, ', '), ORDERS],
  'a security code on a line': [
    (r) => digits(4, r),
    ['security code: {}', 'Sicherheitscode: {}', 'código de seguridad: {}', 'code de sécurité : {}'],
  ],
  'a security code by mail': [
    (r) => digits(6, r),
    ['Your security code: {}', 'Ihr Sicherheitscode: {}', 'Su código de seguridad: {}', 'Votre code de sécurité : {}'],
  ],
  'a customer id': [(r) => number(4, r), ['cid: {}', 'Kundennummer: {}', 'cliente: {}', 'client : {}']],
  'backup codes of four and four': [codes(4, '-'), CODES],
  'backup codes of four and four with a blank': [codes(4, ' '), CODES],
  'backup codes of eight': [codes(8, ''), CODES],
  'a recovery key of eight sixes': [
    (r) => times(8, () => digits(6, r)).join('-'),
    ['BitLocker key {}', 'BitLocker-Schlüssel {}', 'Clave de BitLocker {}', 'Clé BitLocker {}'],
  ],
  'a code of six fours': [
    (r) => times(6, () => digits(4, r)).join(' '),
    ['The key is {}', 'Der Schlüssel ist {}', 'La clave es {}', 'La clé est {}'],
  ],
  'a sudoku': [sudoku, ['Can you solve this?\n{}', 'Lösen Sie das?\n{}', '¿Lo resuelve?\n{}', 'À résoudre :\n{}']],
  'a Facebook id': [
    (r) => `1000${digits(11, r)}`,
    ['facebook.com/{}', 'Facebook-Seite {}', 'Facebook: {}', 'Facebook : {}'],
  ],
  'a Facebook post': [
    (r) => `1${digits(14, r)}_1${digits(14, r)}`,
    ['Facebook post {}', 'Facebook-Beitrag {}', 'Publicación de Facebook {}', 'Publication Facebook {}'],
  ],
  'a Discord id': [
    (r) => `1${digits(17, r)}`,
    ['My Discord id is {}', 'Discord-ID {}', 'Mi ID de Discord es {}', 'ID Discord {}'],
  ],
  'long coordinates': [
    (r) => `${between(10, 89, r)}.${digits(15, r)}, ${between(10, 89, r)}.${digits(15, r)}`,
    ['The shop is at {}', 'Der Laden liegt bei {}', 'La tienda está en {}', 'Le magasin est à {}'],
  ],
  'an IBAN in fours': [(r) => inFours(iban(r)), ACCOUNT],
  'two IBANs': [(r) => `${inFours(iban(r))} / ${iban(r)}`, ACCOUNT],
  'a USPS number in fours': [uspsGrouped, by(PARCEL, 'USPS')],
  'a FedEx number': [(r) => withGs1(digits(14, r)), by(PARCEL, 'FedEx')],
  'a Hermes number': [(r) => digits(16, r), by(PARCEL, 'Hermes')],
  'a China Post number': [(r) => `7${digits(12, r)}`, by(PARCEL, 'China Post')],
  'an SSCC': [(r) => `00${withGs1(digits(17, r))}`, by(PARCEL, 'SSCC')],
  'a Chinese identity number': [chineseId, ['My id is {}', 'Kennung {}', 'Identificación {}', 'Identité {}']],
  'a SIRET': [siret, ['SIRET {}', 'SIRET-Nummer {}', 'SIRET {} de la empresa', 'SIRET : {}']],
  'a CNPJ': [(r) => `${number(8, r)}0001${digits(2, r)}`, ['CNPJ {}', 'CNPJ-Nummer {}', 'CNPJ: {}', 'CNPJ : {}']],
  'a tax number of 15': [(r) => `${pick(['1', '3'], r)}${digits(14, r)}`, TAX],
  'an INN': [(r) => number(12, r), TAX],
  'a CLABE': [clabe, ['CLABE {}', 'CLABE-Konto {}', 'Cuenta CLABE {}', 'Compte CLABE {}']],
  'a gift card of 16 from another shop': [
    (r) => digits(16, r),
    [
      'Gift card {} is empty',
      'Geschenkkarte {} ist leer',
      'La tarjeta regalo {} está vacía',
      'La carte cadeau {} est vide',
    ],
  ],
  'a gift card of 19 from another shop': [
    (r) => `6${digits(18, r)}`,
    ['Gift card {} is empty', 'Gutschein {} ist leer', 'El vale {} está vacío', 'Le bon {} est vide'],
  ],
  'an own code in fours': [
    (r) => inFours(`6006${digits(12, r)}`),
    ['My code {} fails', 'Mein Code {} geht nicht', 'Mi código {} falla', 'Mon code {} échoue'],
  ],
  'an amount in wei': [
    (r) => `${number(between(16, 20, r), r)} wei`,
    ['I sent {}', 'Ich habe {} gesendet', 'Envié {}', "J'ai envoyé {}"],
  ],
  'an IMEI': [(r) => `35${digits(13, r)}`, ['IMEI {}', 'Die IMEI ist {}', 'IMEI: {}', 'IMEI : {}']],
  'an ICCID': [(r) => `89${digits(17, r)}`, ['SIM {}', 'SIM-Karte, ICCID {}', 'ICCID: {}', 'ICCID : {}']],
  ratings: [
    (r) => times(9, () => `${between(1, 5, r)}.${r(10)}`).join(', '),
    ['Ratings: {}', 'Bewertungen: {}', 'Valoraciones: {}', 'Notes : {}'],
  ],
  'lottery numbers': [
    (r) => times(6, () => two(between(1, 49, r))).join(' '),
    ['Lotto: {}', 'Lottozahlen {}', 'Lotería: {}', 'Loto : {}'],
  ],
  'addresses of machines': [(r) => `${ip(r)} ${ip(r)}`, ['From {}', 'Von {}', 'Desde {}', 'Depuis {}']],
  'talk of a verification value': [
    (r) => number(8, r),
    [
      'You never ask for a CVV, do you? Order {}',
      'Sie fragen nie nach der CVV? Bestellung {}',
      'Nunca piden el CVV, ¿verdad? Pedido {}',
      'Vous ne demandez jamais le CVV ? Commande {}',
    ],
  ],
  'how something was paid': [
    (r) => `${day(r)}: ${price(r)}`,
    [
      'Paid by credit card on {}',
      'Mit Kreditkarte bezahlt am {}',
      'Pagado con tarjeta de crédito el {}',
      'Payé par carte bancaire le {}',
    ],
  ],
  'a card that is asked for': [
    (r) => `FV-${number(6, r)}-${from('ABCDEFGH', 3, r)}`,
    [
      'Is my gift card {} still valid?',
      'Gilt meine Geschenkkarte {} noch?',
      '¿Vale aún mi tarjeta {}?',
      'Ma carte {} est-elle valable ?',
    ],
  ],
};

/** Every kind of honest text with its language. */
export const HONEST_KINDS: Readonly<Record<string, Write>> = {
  ...HONEST_TEXTS,
  ...Object.fromEntries(
    Object.entries(KINDS).flatMap(([name, [write, said]]) =>
      said.map(
        (text, at) =>
          [`${name}, ${LANGUAGES[at]}`, (random) => text.replace('{}', () => write(random))] as [string, Write],
      ),
    ),
  ),
};
