import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { PICK } from './pick.tsx';

/** Counts the checked rows of a table. The browser keeps the checkboxes themselves: they work before and without us. */
export function useSelection(rows: readonly unknown[]) {
  const table = useRef<HTMLTableElement>(null);
  const lastPicked = useRef<HTMLInputElement>(null);
  const [count, setCount] = useState(0);
  const picks = () => [...(table.current?.querySelectorAll<HTMLInputElement>(PICK) ?? [])];
  const recount = () => setCount(picks().filter(({ checked }) => checked).length);
  // Other rows may come with other checkboxes.
  useEffect(recount, [rows]);

  /** With the shift key, all rows from the one picked last. */
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
