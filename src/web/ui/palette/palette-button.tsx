import { type ComponentType, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { MessageKey } from '#i18n/message.ts';
import { isTyping } from '#web/forms/is-typing.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { controlFor, useShortcutKeys } from '#web/root-data/use-shortcut-keys.ts';
import { Icon } from '#web/ui/display/icon.tsx';
import { loadParts } from './load-parts.ts';

interface Props {
  /** In the office: the screens that the reader's duties open. */
  screens?: readonly { to: string; label: MessageKey }[];
}

type Part = ComponentType<{
  screens: Props['screens'];
  onClose: () => void;
  onChoose: (control: string | undefined) => void;
}>;

/** Opens the command palette, as ⌘K and Ctrl+K do. Without JavaScript each list has a search of its own. */
export function PaletteButton({ screens }: Props) {
  const { t } = useI18n();
  const [shown, setShown] = useState<{ Part: Part }>();
  const onChoose = useFocusThere();
  // Where it doesn't load, the page stays as it is.
  const open = (name: 'Palette' | 'KeysSheet') =>
    void loadParts().then(
      (parts) => setShown({ Part: parts[name] }),
      () => {},
    );
  useOpeningKeys(open);
  return (
    <>
      <button
        type="button"
        className={screens ? 'button' : 'nav-icon'}
        data-variant="secondary"
        data-size="small"
        data-opens="palette"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => open('Palette')}
      >
        {screens ? null : <Icon name="search" size={20} />}
        {screens ? (
          <>
            {t('palette.open')} <kbd>{t('palette.key')}</kbd>
          </>
        ) : (
          <span className="visually-hidden">{t('palette.find')}</span>
        )}
      </button>
      {shown ? <shown.Part screens={screens} onClose={() => setShown(undefined)} onChoose={onChoose} /> : null}
    </>
  );
}

/** Ctrl+K always opens the palette; the key for searching does where the page has no search field of its own. */
function useOpeningKeys(open: (name: 'Palette' | 'KeysSheet') => void): void {
  const { search, help } = useShortcutKeys();
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    const single = !(ctrlKey || metaKey || altKey || event.defaultPrevented || isTyping());
    if (key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey) open('Palette');
    else if (single && key === search) {
      const field = controlFor(key);
      if (field) field.focus();
      else open('Palette');
    } else if (single && key === help && !controlFor(key)) open('KeysSheet');
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

/** Moves the focus on the page that opens next to the control that was chosen for it. */
function useFocusThere(): (control: string | undefined) => void {
  const { key } = useLocation();
  const control = useRef<string>(undefined);
  useEffect(() => {
    const does = control.current;
    control.current = undefined;
    // A new page takes the focus in an effect of its own, which may come after this one.
    if (does) setTimeout(() => focusControl(does));
  }, [key]);
  return (does) => {
    control.current = does;
  };
}

/** Shows the control that does it, on the record's page; a page without it stays at its top. */
function focusControl(does: string): void {
  const control = document.querySelector<HTMLElement>(`[data-does="${does}"]`);
  const details = control?.closest('details');
  if (details) details.open = true;
  control?.scrollIntoView({ block: 'center' });
  control?.focus();
}
