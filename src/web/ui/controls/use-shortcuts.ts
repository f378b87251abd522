import { useEffect } from 'react';

// biome-ignore lint/plugin: a key, not a path
export const SEARCH_KEY = '/';

const FIELD = 'input:not([type="checkbox"]), textarea, select, [contenteditable], dialog, [popover]';
const ROW_LINK = '[data-key] [data-open]';
const DECIDE = 'Control+Enter';

/**
 * A key presses the control that names it in `aria-keyshortcuts`, or focuses it if it is a field; j and k enter the
 * table. Not while a field or a dialog has the focus, nor with a modifier.
 */
export function useShortcuts(): void {
  useEffect(() => {
    document.addEventListener('keydown', pressKey);
    return () => document.removeEventListener('keydown', pressKey);
  }, []);
}

function pressKey(event: KeyboardEvent): void {
  const { key, defaultPrevented, ctrlKey, metaKey, altKey } = event;
  const focused = document.activeElement;
  if (key === 'Enter' && (ctrlKey || metaKey) && !defaultPrevented) {
    decide(event);
    return;
  }
  if (defaultPrevented || ctrlKey || metaKey || altKey || key.length > 1 || focused?.closest(FIELD)) return;
  const control = document.querySelector<HTMLElement>(`[aria-keyshortcuts="${CSS.escape(key)}"]`);
  if (control) press(control, focused);
  else if (key === 'j' || key === 'k') enterRows(key);
  else return;
  event.preventDefault();
}

/**
 * Ctrl+Enter and ⌘Enter take the first decision about the record of the list beside the page, within a form only its own;
 * not where a dialog is open.
 */
function decide(event: KeyboardEvent): void {
  const { activeElement } = document;
  const within = activeElement?.closest('form') ?? document.querySelector('form[data-leads-on]');
  const control = within?.querySelector<HTMLElement>(`[aria-keyshortcuts="${DECIDE}"]`);
  if (!control || activeElement?.closest('dialog, [popover]')) return;
  event.preventDefault();
  // A key that is held down would decide about the next records, too, which nobody has read.
  if (!event.repeat) control.click();
}

/** Enters the rows: at the first, or beside the one that is open. */
function enterRows(key: 'j' | 'k'): void {
  const links = [...document.querySelectorAll<HTMLElement>(ROW_LINK)];
  const here = links.findIndex((link) => link.matches('[aria-current]'));
  const to = here < 0 ? 0 : here + (key === 'j' ? 1 : -1);
  links[Math.max(0, Math.min(links.length - 1, to))]?.focus();
}

function press(control: HTMLElement, focused: Element | null): void {
  if (control.matches('input, textarea, select')) {
    control.focus();
    return;
  }
  // A key for the selected rows acts on the row that has the focus if none is selected.
  const table = control.closest('.bulk-bar')?.closest('.data-table');
  const picked = table?.querySelector('tbody :checked');
  const row = focused?.closest('tbody > tr');
  if (table && !picked && !row) return;
  if (table && !picked) row?.querySelector<HTMLInputElement>('[name="ids"]')?.click();
  control.click();
}
