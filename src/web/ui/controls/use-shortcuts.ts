import { useEffect, useEffectEvent } from 'react';
import { digitsOf, type Keys } from '#contracts/identity/shortcuts.ts';
import { isTyping } from '#web/forms/is-typing.ts';
import { controlFor, useShortcutKeys } from '#web/root-data/use-shortcut-keys.ts';

const ROW_LINK = '[data-key] [data-open]';
const DECIDE = 'Control+Enter';

/**
 * A key presses the control that names it in `aria-keyshortcuts`, or focuses it if it is a field; those for the next and the
 * previous row enter the table. Not while a field or a dialog has the focus, nor with a modifier, nor where the account
 * switched single keys off.
 */
export function useShortcuts(): void {
  const keys = useShortcutKeys();
  const onKey = useEffectEvent((event: KeyboardEvent) => pressKey(event, keys));
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

function pressKey(event: KeyboardEvent, keys: Keys): void {
  const { key, defaultPrevented, ctrlKey, metaKey, altKey } = event;
  if (key === 'Enter' && (ctrlKey || metaKey) && !defaultPrevented) {
    decide(event);
    return;
  }
  if (defaultPrevented || ctrlKey || metaKey || altKey || key.length > 1 || isTyping()) return;
  const control = [...Object.values(keys), ...digitsOf(keys)].includes(key) ? controlFor(key) : null;
  if (control) press(control, document.activeElement);
  else if (key === keys.next) enterRows(1);
  else if (key === keys.previous) enterRows(-1);
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
function enterRows(step: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>(ROW_LINK)];
  const here = links.findIndex((link) => link.matches('[aria-current]'));
  const to = here < 0 ? 0 : here + step;
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
