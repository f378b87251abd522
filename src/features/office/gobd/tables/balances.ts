import { readBalance } from '../../periods/balance/read-balance.ts';
import type { Cell, Table } from './table.ts';

/** The trial balance of the year. */
export const balancesTable: Table = {
  file: 'summen_salden.csv',
  name: 'Summen und Salden',
  description: 'Salden sind Haben weniger Soll; alle Salden zusammen sind null',
  key: [{ name: 'Kontoart', kind: 'text' }],
  columns: [
    { name: 'Konto', kind: 'text' },
    { name: 'Anfangssaldo', kind: 'hundredths', description: 'In US-Dollar, am Beginn des ersten Tages (UTC)' },
    { name: 'Soll', kind: 'hundredths' },
    { name: 'Haben', kind: 'hundredths' },
    { name: 'Endsaldo', kind: 'hundredths' },
  ],
  references: [{ column: 'Kontoart', table: 'Kontenplan' }],
  async *read(sql, days) {
    const rows = await readBalance(sql, days);
    yield rows.map(({ kind, number, ...sums }): Cell[] => [
      kind,
      number,
      sums.opening_cents,
      sums.debited_cents,
      sums.credited_cents,
      sums.closing_cents,
    ]);
  },
};
