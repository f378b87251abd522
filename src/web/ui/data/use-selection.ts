import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { PICK } from './pick.tsx';

/** Counts a table's selected rows. The browser holds the checkbox state, so they work without JavaScript too. */
export function useSelection(rows: readonly unknown[]) {
  const table = useRef<HTMLTableElement>(null);
  const lastPicked = useRef<HTMLInputElement>(null);
  const [count, setCount] = useState(0);
  const picks = () => [...(table.current?.querySelectorAll<HTMLInputElement>(PICK) ?? [])];
  const recount = () => setCount(picks().filter(({ checked }) => checked).length);
  // New rows may bring new checkboxes.
  useEffect(recount, [rows]);

  /** With Shift, selects all rows from the last one picked. */
  function pick({ target, shiftKey }: MouseEvent): void {
    if (!(target instanceof HTMLInputElement && target.matches(PICK))) return;
    const all = picks();
    const [from, to] = [lastPicked.current ? all.indexOf(lastPicked.current) : -1, all.indexOf(target)];
    if (shiftKey && from >= 0)
      for (const one of all.slice(Math.min(from, to), Math.max(from, to) + 1)) one.checked = target.checked;
    lastPicked.current = target;
    recount();
  }

  function pickAll(checked: boolean): void {
    for (const one of picks()) one.checked = checked;
    recount();
  }

  return { table, count, recount, pick, pickAll };
}
