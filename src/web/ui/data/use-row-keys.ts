import { type FocusEvent, type KeyboardEvent, type MouseEvent, useEffect, useState } from 'react';
import type { Keys } from '#contracts/identity/shortcuts.ts';
import { useShortcutKeys } from '#web/root-data/use-shortcut-keys.ts';
import { PICK } from './pick.tsx';

const OPEN = '[data-open]';
const CONTROL = 'a, button, input, label, select, textarea, summary';

/**
 * Arrows and the keys for the next and the previous row move between the rows of a table or list, Space selects, Enter opens; clicking a row opens it. One row is
 * in the tab order. Focus is on the row's own link or checkbox, so that screen readers announce the row.
 */
export function useRowKeys(keys: readonly string[]) {
  const shortcuts = useShortcutKeys();
  const [ready, setReady] = useState(false);
  const [last, setLast] = useState<string>();
  useEffect(() => setReady(true), []);
  const active = last !== undefined && keys.includes(last) ? last : keys[0];
  return {
    /** Every row is in the tab order until JavaScript runs. */
    tabIndexOf: (key: string) => (ready && key !== active ? -1 : undefined),
    on: {
      onKeyDown: (event: KeyboardEvent) => pressKey(event, shortcuts),
      onClick: openRow,
      onFocus: ({ target }: FocusEvent) => setLast(rowOf(target)?.dataset.key),
    },
  };
}

const rowOf = (target: EventTarget) => (target as Element).closest<HTMLElement>('[data-key]');

function pressKey(event: KeyboardEvent, shortcuts: Keys): void {
  const { target, key } = event;
  const row = rowOf(target);
  if (!row || event.ctrlKey || event.metaKey || event.altKey || isTyping(target as Element)) return;
  const pick = row.querySelector<HTMLInputElement>(PICK);
  const to = rowTo(row, key, shortcuts);
  if (to) focusRow(to, target === pick);
  else if (key === ' ' && pick && (target as Element).matches(OPEN)) pick.click();
  else if (key === 'Enter' && target === pick) row.querySelector<HTMLElement>(OPEN)?.click();
  else return;
  event.preventDefault();
}

const isTyping = (target: Element) => target.matches(`select, textarea, input:not(${PICK})`);

function rowTo(row: HTMLElement, key: string, { next, previous }: Keys): Element | null | undefined {
  if (key === 'ArrowDown' || key === next) return row.nextElementSibling ?? row;
  if (key === 'ArrowUp' || key === previous) return row.previousElementSibling ?? row;
  if (key === 'Home') return row.parentElement?.firstElementChild;
  if (key === 'End') return row.parentElement?.lastElementChild;
  return null;
}

function focusRow(row: Element, picking: boolean): void {
  const [first, second] = picking ? [PICK, OPEN] : [OPEN, PICK];
  (row.querySelector<HTMLElement>(first) ?? row.querySelector<HTMLElement>(second))?.focus();
  row.scrollIntoView({ block: 'nearest' });
}

/** Acts like a click on the row's link, new tabs included; ignores clicks on controls and text being selected. */
function openRow({ target, nativeEvent, ctrlKey, metaKey, shiftKey }: MouseEvent): void {
  const link = rowOf(target)?.querySelector(OPEN);
  if (!link || (target as Element).closest(CONTROL) || String(getSelection())) return;
  const { bubbles, cancelable } = nativeEvent;
  link.dispatchEvent(new globalThis.MouseEvent('click', { bubbles, cancelable, ctrlKey, metaKey, shiftKey }));
}
