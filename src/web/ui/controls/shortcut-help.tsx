import type { ReactNode } from 'react';
import { href } from 'react-router';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useShortcutKeys } from '#web/root-data/use-shortcut-keys.ts';
import { Link } from '#web/ui/navigation/link.tsx';
import { useShortcuts } from './use-shortcuts.ts';
import '#web/styles/palette/keys.css';
import '#web/styles/office/desk.css';

interface Props {
  /** Each key with what it does; one without a key was switched off. */
  keys: readonly { key: string | undefined; does: string }[];
}

const ID = 'shortcuts';

/** Switches a page's shortcuts on, and lists them; without JavaScript there are none, and no button. */
export function ShortcutHelp({ keys }: Props): ReactNode {
  const { t } = useI18n();
  const { help } = useShortcutKeys();
  useShortcuts();
  return (
    <>
      <button
        type="button"
        className="button script-only"
        data-variant="quiet"
        data-size="small"
        popoverTarget={ID}
        aria-keyshortcuts={help}
      >
        {t('shortcuts.title')} {help ? <kbd>{help}</kbd> : null}
      </button>
      <div id={ID} popover="auto" className="shortcut-help stack" role="dialog" aria-labelledby="shortcuts-title">
        <h2 id="shortcuts-title">{t('shortcuts.title')}</h2>
        <dl className="keys">
          {keys.map(({ key, does }) =>
            key ? (
              <div key={key}>
                <dt>
                  <kbd>{key}</kbd>
                </dt>
                <dd>{does}</dd>
              </div>
            ) : null,
          )}
        </dl>
        <p>
          <Link to={href('/user/shortcuts')}>{t('shortcuts.change')}</Link>
        </p>
      </div>
    </>
  );
}
