import type { DocumentLine } from '#contracts/office/tax.ts';
import type { Db } from '#platform/db/client.ts';
import type { Days } from '../../periods/sums/moves.ts';
import { documentNumber } from '../../tax/invoices/document-columns.ts';
import type { Cell, Table } from './table.ts';

/** Documents read at a time. */
const PART = 500;

interface DocumentRow {
  kind: string;
  place: number;
  number: string;
  invoice_number: string | null;
  issued_on: string;
  supplied_on: string;
  order_number: number;
  buyer_country: string | null;
  net_cents: number;
  vat_cents: number;
  gross_cents: number;
  lines: DocumentLine[];
}

/** The documents of both series of a year, by their numbers, in parts. */
async function* readDocuments(sql: Db, { from }: Days): AsyncIterable<readonly DocumentRow[]> {
  const year = Number(from.slice(0, 4));
  for (const kind of ['invoice', 'credit_note']) {
    for (let after = 0; ; ) {
      const rows = await sql<DocumentRow[]>`
        select i.kind, i.number as place, ${documentNumber(sql, 'i')} as number,
          ${documentNumber(sql, 'origin')} as invoice_number, (i.issued_at at time zone 'UTC')::date as issued_on,
          (i.supplied_at at time zone 'UTC')::date as supplied_on, o.number as order_number, i.buyer_country,
          i.net_cents, i.vat_cents, i.gross_cents, i.lines
        from invoices i join numbered_orders o on o.id = i.order_id
          left join invoices origin on origin.id = i.invoice_id
        where i.kind = ${kind} and i.year = ${year} and i.number > ${after} order by i.number limit ${PART}`;
      yield rows;
      if (rows.length < PART) break;
      after = rows.at(-1)!.place;
    }
  }
}

/** Credit notes take off. */
const signOf = ({ kind }: DocumentRow) => (kind === 'invoice' ? 1 : -1);
const KINDS: Record<string, string> = { invoice: 'Rechnung', credit_note: 'Gutschrift' };

export const documentsTable: Table = {
  file: 'belege.csv',
  name: 'Belege',
  description: 'Rechnungen und Gutschriften, lückenlos nummeriert; Gutschriften mit Beträgen unter null',
  key: [{ name: 'Belegnummer', kind: 'text' }],
  columns: [
    { name: 'Belegart', kind: 'text' },
    { name: 'Belegdatum', kind: 'day' },
    { name: 'Leistungsdatum', kind: 'day' },
    { name: 'Bestellung', kind: 'whole' },
    { name: 'Zu Rechnung', kind: 'text', description: 'Die Rechnung, die eine Gutschrift mindert' },
    { name: 'Land des Kaeufers', kind: 'text' },
    { name: 'Netto', kind: 'hundredths' },
    { name: 'Umsatzsteuer', kind: 'hundredths' },
    { name: 'Brutto', kind: 'hundredths' },
    { name: 'Waehrung', kind: 'text' },
  ],
  async *read(sql, days) {
    for await (const documents of readDocuments(sql, days))
      yield documents.map((one): Cell[] => [
        one.number,
        KINDS[one.kind]!,
        one.issued_on,
        one.supplied_on,
        one.order_number,
        one.invoice_number,
        one.buyer_country,
        signOf(one) * one.net_cents,
        signOf(one) * one.vat_cents,
        signOf(one) * one.gross_cents,
        'USD',
      ]);
  },
};

export const documentLinesTable: Table = {
  file: 'belegpositionen.csv',
  name: 'Belegpositionen',
  description: 'Die Karten auf Rechnungen und Gutschriften mit ihrem Steuersatz',
  key: [
    { name: 'Belegnummer', kind: 'text' },
    { name: 'Position', kind: 'whole' },
  ],
  columns: [
    { name: 'Programm', kind: 'text' },
    { name: 'Herausgeber', kind: 'text' },
    { name: 'Gutscheinart', kind: 'text', description: 'single_purpose: Einzweck; multi_purpose: Mehrzweck' },
    { name: 'Land der Besteuerung', kind: 'text' },
    { name: 'Steuersatz', kind: 'hundredths', description: 'In Prozent; leer, wo beim Verkauf keine Steuer entsteht' },
    { name: 'Netto', kind: 'hundredths' },
    { name: 'Umsatzsteuer', kind: 'hundredths' },
    { name: 'Brutto', kind: 'hundredths' },
  ],
  references: [{ column: 'Belegnummer', table: 'Belege' }],
  async *read(sql, days) {
    for await (const documents of readDocuments(sql, days))
      yield documents.flatMap((one) =>
        one.lines.map((line, index): Cell[] => [
          one.number,
          index + 1,
          line.programme,
          line.issuer,
          line.voucher_kind,
          line.country,
          line.rate_bp,
          signOf(one) * (line.gross_cents - line.vat_cents),
          signOf(one) * line.vat_cents,
          signOf(one) * line.gross_cents,
        ]),
      );
  },
};
