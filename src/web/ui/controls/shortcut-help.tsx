import { type ReactNode, useEffect, useState } from 'react';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useShortcuts } from './use-shortcuts.ts';
import '#web/styles/office/desk.css';

interface Props {
  /** Each key with what it does. */
  keys: readonly { key: string; does: string }[];
}

const ID = 'shortcuts';

/** Switches a page's shortcuts on, and lists them; without JavaScript there are none. */
export function ShortcutHelp({ keys }: Props): ReactNode {
  const { t } = useI18n();
  const [ready, setReady] = useState(false);
  useShortcuts();
  useEffect(() => setReady(true), []);
  if (!ready) return null;
  return (
    <>
      <button
        type="button"
        className="button"
        data-variant="quiet"
        data-size="small"
        popoverTarget={ID}
        aria-keyshortcuts="?"
      >
        {t('shortcuts.title')} <kbd>?</kbd>
      </button>
      <div id={ID} popover="auto" className="shortcut-help stack" role="dialog" aria-labelledby="shortcuts-title">
        <h2 id="shortcuts-title">{t('shortcuts.title')}</h2>
        <dl>
          {keys.map(({ key, does }) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
      </div>
    </>
  );
}
