import { type Keys, keysOf } from '#contracts/identity/shortcuts.ts';
import { useRootData } from './use-root-data.ts';

/** The single keys that hold for the reader; none where the account switched them off. */
export const useShortcutKeys = (): Keys => keysOf(useRootData()?.user?.shortcuts ?? null);

/** The control of the page that names a key in `aria-keyshortcuts`. */
export const controlFor = (key: string): HTMLElement | null =>
  document.querySelector(`[aria-keyshortcuts="${CSS.escape(key)}"]`);
