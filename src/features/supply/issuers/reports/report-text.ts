import { type Message, message } from '#i18n/message.ts';
import { invalidField } from '#platform/http/errors.ts';
import { fieldOf, readSigned, SIGNED_MAX_BYTES } from '../../batches/signed-text.ts';
import { CARD_STATUSES, type CardStatus } from '../adapter/read-answer.ts';

/** What an issuer says of its codes in a time, by the SHA-256 of their letters and digits in capitals: those that can't be redeemed any more. */
export interface Report {
  /** The issuer's own reference of the programme. */
  programme: string;
  from: Date;
  until: Date;
  statuses: ReadonlyMap<string, ReportedStatus>;
}

export type ReportedStatus = Exclude<CardStatus, 'active'>;

const HEAD = 'facevalue-report 1';
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,3})?Z$/;
const REPORTED = CARD_STATUSES.filter((status) => status !== 'active').join('|');
const LINE = new RegExp(`^([0-9a-f]{64}) (${REPORTED})$`);

/** The text that an issuer signs. */
export function reportText({ programme, from, until, statuses }: Report): string {
  const head = [
    HEAD,
    `programme: ${programme}`,
    `from: ${from.toISOString()}`,
    `until: ${until.toISOString()}`,
    `cards: ${statuses.size}`,
  ];
  return [...head, ...Array.from(statuses, ([digest, status]) => `${digest} ${status}`)].join('\n');
}

/** Reads a report that one of the issuer's keys signed, and says which. */
export function readReport<Key extends { public_key: Uint8Array }>(
  signed: string,
  issuerKeys: readonly Key[],
): Report & { key: Key } {
  if (signed.length > SIGNED_MAX_BYTES) throw refused(message('report.too_long'));
  const read = readSigned(signed, issuerKeys);
  if (!read) throw refused(message('report.not_signed'));
  const [head, programme, from, until, cards, ...lines] = read.lines;
  if (head !== HEAD) throw refused(message('report.no_report'));
  const report = {
    programme: required(programme, 'programme'),
    from: timeOf(from, 'from'),
    until: timeOf(until, 'until'),
    statuses: statusesOf(lines),
    key: read.key,
  };
  if (required(cards, 'cards') !== String(report.statuses.size)) throw refused(message('report.not_complete'));
  return report;
}

function statusesOf(lines: string[]): Map<string, ReportedStatus> {
  const statuses = new Map<string, ReportedStatus>();
  for (const line of lines) {
    const [, digest, status] = LINE.exec(line) ?? [];
    if (!digest || statuses.has(digest)) throw refused(message('report.wrong_card'));
    statuses.set(digest, status as ReportedStatus);
  }
  return statuses;
}

function timeOf(line: string | undefined, name: string): Date {
  const text = required(line, name);
  const time = new Date(TIME.test(text) ? text : Number.NaN);
  if (Number.isNaN(time.getTime())) throw refused(message('report.wrong_time', { name }));
  return time;
}

function required(line: string | undefined, name: string): string {
  const value = fieldOf(line, name);
  if (value === undefined) throw refused(message('report.lacks', { name }));
  return value;
}

const refused = (text: Message) => invalidField('report', text);
