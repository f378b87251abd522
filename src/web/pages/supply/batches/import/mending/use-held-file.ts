import { useRef, useState } from 'react';
import type { StockTable } from '../preview/stock-table.ts';
import { type HeldFile, holdFile } from './held-file.ts';

/** The file that was chosen last on this page, for as long as it is open. */
export function useHeldFile() {
  const [held, setHeld] = useState<HeldFile | null>(null);
  const chosen = useRef(0);
  return {
    held,
    hold: setHeld,
    async onRead(table: StockTable, file: File): Promise<void> {
      chosen.current += 1;
      const number = chosen.current;
      const read = await holdFile(table, file);
      if (chosen.current === number) setHeld(read);
    },
    onSend: (date_order: string) => setHeld((before) => before && { ...before, date_order }),
  };
}
