import type { Cell, Table } from './table.ts';

/** The chart of accounts in force, with all kinds of accounts whether they have a number or not. */
export const accountsTable: Table = {
  file: 'kontenplan.csv',
  name: 'Kontenplan',
  description: 'Kontenarten der Nebenbuchhaltung mit den Nummern des Kontenplans, der beim Export gilt',
  key: [{ name: 'Kontoart', kind: 'text' }],
  columns: [
    { name: 'Konto', kind: 'text', description: 'Nummer im Kontenplan; leer, solange keine vergeben ist' },
    { name: 'Steuerschluessel', kind: 'text' },
    { name: 'Inhaber', kind: 'text', description: 'house: der Shop; seller: Verkäufer; user: Käufer' },
  ],
  async *read(sql) {
    const rows = await sql<(Record<'kind' | 'side', string> & Record<'number' | 'tax_key', string | null>)[]>`
      select k.kind, n.number, n.tax_key, k.belongs_to as side from account_kinds k left join account_numbers n
        on n.kind = k.kind and n.proposal_id = (select proposal_id from account_charts order by at desc limit 1)
      order by n.number, k.kind`;
    yield rows.map(({ kind, number, tax_key, side }): Cell[] => [kind, number, tax_key, side]);
  },
};
