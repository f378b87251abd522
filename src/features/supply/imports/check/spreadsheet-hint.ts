import type { RowHint } from '#contracts/supply/imports.ts';
import type { Column } from '../../../oversight/import-guard/check-header.ts';
import type { CodeFormat } from '../../../oversight/import-guard/masks/format.ts';

const SCIENTIFIC = /^\d(?:[.,]\d+)?e\+?\d{1,3}$/i;
const FORMULA = /^[=+\-@]/;
const DECIMAL = /^\d+[.,]0+$/;

/** What a spreadsheet or a supplier's program did to a refused value, if it looks like that. */
export function spreadsheetHint(format: CodeFormat, column: Column | null, cell: string): RowHint | null {
  if (FORMULA.test(cell)) return 'formula';
  if (cell.includes('"')) return 'quote';
  const text = cell.trim();
  if (column === null || column === 'currency' || column === 'expires_on') return null;
  if (SCIENTIFIC.test(text)) return 'scientific';
  if (DECIMAL.test(text)) return 'decimal';
  return lacksZeros(format, column, text) ? 'leading_zeros' : null;
}

function lacksZeros({ code, pin }: CodeFormat, column: Column, text: string): boolean {
  if (!/^\d+$/.test(text)) return false;
  if (column === 'pin') return pin?.kind === 'numeric' && text.length < pin.length;
  if (column !== 'code' || code.kind !== 'numeric' || text.length >= code.length) return false;
  return code.prefix.startsWith('0') && text.padStart(code.length, '0').startsWith(code.prefix);
}
