import type { Column } from '../../../oversight/import-guard/check-header.ts';

/** What of a file is written as in a country with decimal commas. */
export interface Local {
  decimal_comma: boolean;
  dotted_dates: boolean;
}

const COMMA = /^(\d{1,6}),(\d{2})$/;
const DOTTED = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/;

/** Writes amounts with a decimal comma and dates as dd.mm.yyyy in the form that the guard reads, and notes what it saw. */
export function readLocal(columns: readonly Column[]) {
  const seen: Local = { decimal_comma: false, dotted_dates: false };
  const face = columns.indexOf('face_value');
  const expiry = columns.indexOf('expires_on');
  return {
    seen,
    row(cells: readonly string[]): readonly string[] {
      const amount = COMMA.exec(cells[face]?.trim() ?? '');
      const date = DOTTED.exec(cells[expiry]?.trim() ?? '');
      if (!amount && !date) return cells;
      const read = [...cells];
      if (amount) {
        seen.decimal_comma = true;
        read[face] = `${amount[1]}.${amount[2]}`;
      }
      if (date) {
        seen.dotted_dates = true;
        read[expiry] = `${date[3]}-${date[2]!.padStart(2, '0')}-${date[1]!.padStart(2, '0')}`;
      }
      return read;
    },
  };
}
