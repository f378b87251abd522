import { type ComponentType, lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import type { MessageKey } from '#i18n/message.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Button } from '#web/ui/controls/button.tsx';

interface Props {
  /** The screens that the reader's duties open. */
  screens: readonly { to: string; label: MessageKey }[];
}

// Nothing of it is loaded before somebody asks for it. Where it doesn't load, the page stays as it is.
const Palette = lazy<ComponentType<Props & { onClose: () => void; onChoose: (control: string | undefined) => void }>>(
  () =>
    import('./palette/palette.tsx').then(
      ({ Palette }) => ({ default: Palette }),
      () => ({ default: () => null }),
    ),
);

/** Opens the command palette, as ⌘K and Ctrl+K do. Without JavaScript each list has a search of its own. */
export function PaletteButton({ screens }: Props) {
  const { t } = useI18n();
  const [ready, setReady] = useState(false);
  const [open, setOpen] = useState(false);
  const onChoose = useFocusThere();
  useEffect(() => {
    setReady(true);
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || event.altKey || event.shiftKey || !(event.metaKey || event.ctrlKey))
        return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  if (!ready) return null;
  return (
    <>
      <Button type="button" variant="secondary" size="small" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('palette.open')} <kbd>{t('palette.key')}</kbd>
      </Button>
      {open ? (
        <Suspense>
          <Palette screens={screens} onClose={() => setOpen(false)} onChoose={onChoose} />
        </Suspense>
      ) : null}
    </>
  );
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
