import type { FileHint } from '#contracts/supply/imports.ts';
import { guessColumn } from '#contracts/supply/stock-file/guess-column.ts';
import { normalise } from './numbers/normalise.ts';
import { isPersonal } from './scan/is-personal.ts';
import type { Rule } from './scan/rule.ts';
import { scanCell } from './scan/scan-text.ts';

export const COLUMNS = ['code', 'pin', 'serial', 'face_value', 'currency', 'expires_on', 'activation_ref'] as const;
export type Column = (typeof COLUMNS)[number];

const isColumn = (name: string): name is Column => (COLUMNS as readonly string[]).includes(name);

// Refused if a header's letters and digits equal one of these, or if it contains one as a separate word.
const DENIED_WORDS = new Set(
  `pan cvv cvv2 cvc cvc2 cid csc cav cav2 track track1 track2 tracks
  dump dumps magstripe pinblock emv arqc bin iin bank issuer
  vbv 3ds securecode holder cardholder name firstname lastname surname
  forename fullname owner address street city town state
  province county zip zipcode postcode postal country dob birth birthday
  birthdate ssn sin nin tin tax passport licence license
  mmn maiden email mail phone telephone mobile cell ip useragent ua iban
  routing swift bic aba login username user password passwd
  pass cookie cookies session exp expiry expiration expdate month year mm yy yyyy mmyy gender sex
  kartennummer kreditkarte pruefziffer prufziffer inhaber karteninhaber
  vorname nachname strasse plz stadt ort bundesland land
  geburtsdatum telefon ausweis ablaufdatum gultigbis gueltigbis monat jahr passwort
  cryptogramme titulaire nom prenom adresse rue ville codepostal pays naissance motdepasse mois annee
  tarjeta titular nombre apellido apellidos direccion calle ciudad
  provincia pais nacimiento telefono contrasena mes ano caducidad
  vencimiento cartao nomemae nome cognome intestatario indirizzo citta cap scadenza endereco cidade cep validade senha
  kaartnummer naam achternaam geboortedatum vervaldatum wachtwoord kortnummer namn adress fodelsedatum
  kartno isim soyisim sonkullanma numerkarty imie nazwisko adres haslo
  карта имя фамилия отчество владелец держатель адрес город индекс
  страна телефон почта пароль срок месяц год бин дамп паспорт
  卡号 持卡人 姓名 有效期 地址 电话 密码 カード番号 名義 有効期限 住所 電話番号`.split(/\s+/),
);

// Refused anywhere in a header.
const DENIED_PARTS =
  `cardnumber cardno cardnum ccnumber ccnum ccno accountnumber accountno acctnumber creditcard debitcard bankcard
  cvv cvc2 securitycode verificationcode verificationvalue servicecode
  pinblock magstripe magneticstripe trackdata track1 track2
  cardlevel cardtype cardbrand cardscheme cardholder holdername
  nameoncard billing socialsecurity nationalid idnumber driverlicen
  dateofbirth birthdate mothersmaiden emailaddress phonenumber ipaddress
  useragent sortcode expirydate expirationdate expirymonth
  expiryyear expmonth expyear validthru validuntil goodthru kartennummer
  kreditkarten numerodecarte numerocarte numerodetarjeta
  numerocarta numerodocartao номеркарт срокдействия датарождения`.split(/\s+/);

/** Our column for one of a file's; null for one that somebody marked as skipped: it is guarded and not kept. */
export type HeaderVerdict = { columns: (Column | null)[] } | { rule: Rule; column: number; hint: FileHint | null };

/** What a column of a file is: one of ours, or skipped. */
export type Matched = Column | 'skip';

/** Which column of ours an unknown name is, as somebody matched it; `place` counts from 0. */
export type MatchColumn = (name: string, place: number) => Matched | undefined;

/**
 * Our column for each of a file's: as it was matched, by its own name, or by what suppliers call it if no other column of
 * the file is or may be that; null where there is none.
 */
export function matchColumns(header: readonly string[], match: MatchColumn = () => undefined): (Matched | null)[] {
  const sure = header.map((raw, place): Matched | null => {
    const name = normalise(raw).trim().toLowerCase();
    return match(name, place) ?? (isColumn(name) ? name : null);
  });
  const guesses = header.map((raw, place) => (sure[place] ? undefined : guessColumn(normalise(raw))));
  return sure.map((column, place) => {
    const guess = guesses[place];
    return (
      column ?? (guess && !sure.includes(guess) && guesses.indexOf(guess) === guesses.lastIndexOf(guess) ? guess : null)
    );
  });
}

/**
 * Checks a file's header; columns are numbered from 1. Denied names take precedence over unknown ones, and can't be
 * matched or skipped; names are scanned as cells are.
 */
export function checkHeader(header: readonly string[], match?: MatchColumn): HeaderVerdict {
  const denied = header.findIndex(isDenied);
  if (denied >= 0) return { rule: 'IG-11', column: denied + 1, hint: hintFor(header[denied]!) };
  for (const [index, raw] of header.entries()) {
    const rule = findCarried(normalise(raw));
    if (rule) return { rule, column: index + 1, hint: null };
  }
  const columns: (Column | null)[] = [];
  for (const [index, column] of matchColumns(header, match).entries()) {
    const twice = column !== null && column !== 'skip' && columns.includes(column);
    if (column === null || twice) return { rule: 'IG-12', column: index + 1, hint: null };
    columns.push(column === 'skip' ? null : column);
  }
  return columns.includes('code') ? { columns } : { rule: 'IG-12', column: 0, hint: null };
}

/** Payment-card or personal data that stands where a name should, in a column that somebody may have matched or skipped. */
function findCarried(name: string): Rule | undefined {
  return scanCell(name)?.rule ?? (isPersonal(name.trim()) ? 'IG-16' : undefined);
}

/** What an honest supplier means by a denied name, which has to be written otherwise in the file itself. */
function hintFor(name: string): FileHint | null {
  const meant = guessColumn(normalise(name));
  return meant === 'code' || meant === 'pin' || meant === 'expires_on' ? `name_${meant}` : null;
}

function isDenied(raw: string): boolean {
  const plain = normalise(raw).normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC');
  const key = keyOf(plain);
  if (key.length > 200 || DENIED_WORDS.has(key)) return true;
  if (DENIED_PARTS.some((part) => key.includes(part))) return true;
  const words = plain.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').split(/[^\p{L}\p{N}]+/u);
  return words.some((word) => DENIED_WORDS.has(keyOf(word)));
}

function keyOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
}
