import type { Cell, Table } from './table.ts';

/** All rates until the end of the year, also those that were replaced: they explain older documents. */
export const taxRatesTable: Table = {
  file: 'steuersaetze.csv',
  name: 'Steuersaetze',
  description: 'Umsatzsteuersätze, wie zwei Personen sie festlegten',
  key: [{ name: 'Nummer', kind: 'whole' }],
  columns: [
    { name: 'Land', kind: 'text' },
    { name: 'Programm', kind: 'text', description: 'Leer, wo der Satz für alle Programme gilt' },
    { name: 'Steuersatz', kind: 'hundredths', description: 'In Prozent' },
    { name: 'Gueltig ab', kind: 'day' },
    { name: 'Festgelegt am', kind: 'day' },
  ],
  async *read(sql, { to }) {
    const rows = await sql<{ cells: Cell[] }[]>`
      select jsonb_build_array(row_number() over (order by r.at, r.country), r.country, p.name, r.rate_bp, r.valid_from,
        (r.at at time zone 'UTC')::date) as cells
      from tax_rates r left join programmes p on p.id = r.programme_id
      where (r.at at time zone 'UTC')::date <= ${to} order by r.at, r.country`;
    yield rows.map(({ cells }) => cells);
  },
};
