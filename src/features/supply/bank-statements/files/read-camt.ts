import sax from 'sax';
import { STATEMENT_LIMIT_ENTRIES } from '#contracts/supply/bank-statements.ts';
import { isCurrency, oneLine, readAmount, readDay } from './cells.ts';
import { type FileEntry, NAME_CHARS, type StatementFile, TEXT_CHARS, UnreadableError } from './statement-file.ts';

/** All versions of the message that banks send (ISO 20022, camt.053.001.02 to .13). */
const NAMESPACE = /^urn:iso:std:iso:20022:tech:xsd:camt\.053\.001\.\d\d$/;
const DEPTH = 40;

/** The values of an element's leaves by their paths, and the currency beside an amount. */
type Leaves = Map<string, string[]>;

interface Booking {
  account: string;
  own: Leaves;
  transactions: Leaves[];
}

/**
 * The booked entries of a bank statement in camt.053, of all accounts in it; a collective booking as its transactions where they add
 * up to it. No document type is taken, so nothing in the file expands. Throws an UnreadableError.
 */
export function readCamt(text: string): StatementFile {
  const bookings = readBookings(text);
  const entries = bookings.flatMap(entriesOf);
  if (entries.length > STATEMENT_LIMIT_ENTRIES) throw new UnreadableError('too_many');
  return { format: 'camt.053', entries };
}

function readBookings(text: string): Booking[] {
  const parser = sax.parser(true, { xmlns: true });
  const bookings: Booking[] = [];
  const path: string[] = [];
  let namespace: string | undefined;
  let value = '';
  let currency = '';
  let account: string | undefined;
  let booking: Booking | undefined;
  let leaves: Leaves | undefined;
  parser.onerror = () => {
    throw new UnreadableError('unreadable', parser.line + 1);
  };
  parser.ondoctype = () => {
    throw new UnreadableError('doctype');
  };
  parser.onopentag = (tag) => {
    const { local, uri, attributes } = tag as sax.QualifiedTag;
    namespace ??= uri;
    if (!NAMESPACE.test(namespace)) throw new UnreadableError('not_camt');
    // Banks put elements of their own beside the message's.
    if (path.push(uri === namespace ? local : `?${local}`) > DEPTH)
      throw new UnreadableError('unreadable', parser.line + 1);
    value = '';
    currency = attributes.Ccy?.value ?? '';
    if (local === 'Stmt') account = undefined;
    if (local === 'Ntry' && path.at(-2) === 'Stmt') {
      if (bookings.length === STATEMENT_LIMIT_ENTRIES) throw new UnreadableError('too_many');
      booking = { account: account ?? '', own: new Map(), transactions: [] };
      leaves = booking.own;
      bookings.push(booking);
    }
    if (local === 'TxDtls' && booking) {
      leaves = new Map();
      booking.transactions.push(leaves);
    }
  };
  parser.ontext = (part) => {
    value += part;
  };
  parser.oncdata = (part) => {
    value += part;
  };
  parser.onclosetag = () => {
    const local = path.at(-1);
    const leaf = value.trim();
    if (leaf && leaves) keep(leaves, placeOf(path), leaf, currency);
    else if (leaf && / Stmt Acct Id (IBAN|Othr Id)$/.test(path.join(' '))) account ??= leaf;
    value = '';
    currency = '';
    path.pop();
    if (local === 'TxDtls' && booking) leaves = booking.own;
    if (local === 'Ntry' && path.at(-1) === 'Stmt') leaves = booking = undefined;
  };
  parser.write(text).close();
  if (namespace === undefined) throw new UnreadableError('unreadable');
  return bookings;
}

/** Where a value stands within its transaction or entry. */
const placeOf = (path: readonly string[]): string =>
  path.slice(Math.max(path.lastIndexOf('TxDtls'), path.indexOf('Ntry')) + 1).join(' ');

function keep(leaves: Leaves, place: string, value: string, currency: string): void {
  leaves.set(place, [...(leaves.get(place) ?? []), value]);
  if (currency) leaves.set(`${place}@Ccy`, [currency]);
}

const firstOf = (leaves: Leaves, ...places: string[]): string | undefined =>
  places.map((place) => leaves.get(place)?.[0]).find((value) => value !== undefined);

/** The entries of one booking; none where the bank hasn't booked it yet. */
function entriesOf({ account, own, transactions }: Booking, at: number): FileEntry[] {
  const status = firstOf(own, 'Sts Cd', 'Sts') ?? 'BOOK';
  if (status !== 'BOOK') return [];
  const place = at + 1;
  const booked_on = readDay(firstOf(own, 'BookgDt Dt', 'BookgDt DtTm') ?? '', 'iso');
  if (booked_on === undefined) throw new UnreadableError('day', place);
  const sign = firstOf(own, 'CdtDbtInd');
  const direction = sign === 'DBIT' ? 'debit' : sign === 'CRDT' ? 'credit' : undefined;
  if (!direction) throw new UnreadableError('unreadable', place);
  const whole = amountOf(own, ['Amt'], place);
  const reference = firstOf(own, 'AcctSvcrRef') ?? null;
  const booked = { account, booked_on, direction } as const;
  const parts = transactions.map((each) => ({ each, amount: partOf(each, place) }));
  const sum = parts.reduce((total, { amount }) => total + (amount?.units ?? 0n), 0n);
  if (parts.length > 1 && sum === whole.units && parts.every(({ amount }) => amount?.currency === whole.currency))
    return parts.map(({ each, amount }, index) => ({
      ...booked,
      ...sidesOf([each], own, direction),
      currency: whole.currency,
      units: String(amount!.units),
      bank_reference: firstOf(each, 'Refs AcctSvcrRef') ?? (reference && `${reference} ${index + 1}`),
    }));
  const units = String(whole.units);
  const bank_reference = reference ?? (transactions[0] && firstOf(transactions[0], 'Refs AcctSvcrRef')) ?? null;
  return [{ ...booked, ...sidesOf(transactions, own, direction), currency: whole.currency, units, bank_reference }];
}

function partOf(leaves: Leaves, place: number) {
  const of = ['Amt', 'AmtDtls TxAmt Amt'].find((each) => leaves.has(each));
  return of ? amountOf(leaves, [of], place) : undefined;
}

function amountOf(leaves: Leaves, places: string[], place: number): { units: bigint; currency: string } {
  const currency = firstOf(leaves, ...places.map((each) => `${each}@Ccy`)) ?? '';
  const units = readAmount(firstOf(leaves, ...places) ?? '', 'point', currency);
  if (units === undefined || units <= 0n) throw new UnreadableError('amount', place);
  if (!isCurrency(currency)) throw new UnreadableError('currency', place);
  return { units, currency };
}

/** Who was on the other side, and what the payment says. */
function sidesOf(transactions: readonly Leaves[], own: Leaves, direction: FileEntry['direction']) {
  const side = direction === 'debit' ? 'Cdtr' : 'Dbtr';
  const all = (...places: string[]) => transactions.flatMap((each) => places.flatMap((place) => each.get(place) ?? []));
  const said = all('Refs EndToEndId', 'Refs TxId', 'RmtInf Strd CdtrRefInf Ref', 'RmtInf Ustrd', 'AddtlTxInf');
  const given = said.filter((text) => text !== 'NOTPROVIDED');
  return {
    name: oneLine(all(`RltdPties ${side} Nm`, `RltdPties ${side} Pty Nm`).slice(0, 1), NAME_CHARS),
    text: oneLine([...given, ...(own.get('AddtlNtryInf') ?? [])], TEXT_CHARS),
    iban: transactions.length === 1 ? (all(`RltdPties ${side}Acct Id IBAN`)[0] ?? null) : null,
  };
}
