import { readChart } from '../../periods/chart/read-chart.ts';
import { readPostings } from '../../periods/journal/read-postings.ts';
import type { Cell, Table } from './table.ts';

/** Every transfer of the year in the order of time. */
export const journalTable: Table = {
  file: 'journal.csv',
  name: 'Journal',
  description:
    'Alle Buchungen einzeln in der Reihenfolge ihrer Zeit (UTC); Buchungen werden nie geändert oder gelöscht',
  key: [{ name: 'Buchungsnummer', kind: 'whole' }],
  columns: [
    { name: 'Buchungsdatum', kind: 'day' },
    { name: 'Uhrzeit', kind: 'text', description: 'In UTC' },
    { name: 'Buchungsart', kind: 'text' },
    { name: 'Sollkonto', kind: 'text' },
    { name: 'Sollkontoart', kind: 'text' },
    { name: 'Habenkonto', kind: 'text' },
    { name: 'Habenkontoart', kind: 'text' },
    { name: 'Betrag', kind: 'hundredths' },
    { name: 'Waehrung', kind: 'text' },
    { name: 'Beleg', kind: 'text', description: 'Kennung des Vorgangs, der die Buchung auslöste' },
  ],
  references: [
    { column: 'Sollkontoart', table: 'Kontenplan' },
    { column: 'Habenkontoart', table: 'Kontenplan' },
  ],
  async *read(sql, days) {
    const chart = await readChart(sql);
    const numbers = new Map(chart?.accounts.map(({ kind, number }) => [kind, number]));
    for await (const postings of readPostings(sql, days, 'transfers'))
      yield postings.map(({ day, one, kind, debit_kind, credit_kind, cents }): Cell[] => [
        one!.id,
        day,
        one!.at.slice(11, 19),
        kind,
        numbers.get(debit_kind) ?? null,
        debit_kind,
        numbers.get(credit_kind) ?? null,
        credit_kind,
        cents,
        'USD',
        one!.reference,
      ]);
  },
};
