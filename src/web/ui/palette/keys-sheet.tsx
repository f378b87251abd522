import { useEffect, useId, useRef } from 'react';
import { href, Link } from 'react-router';
import type { ShortcutName } from '#contracts/identity/shortcuts.ts';
import type { MessageKey } from '#i18n/message.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useShortcutKeys } from '#web/root-data/use-shortcut-keys.ts';
import '#web/styles/palette/keys.css';
import '#web/styles/palette/palette.css';

const shown: readonly (readonly [ShortcutName, MessageKey])[] = [
  ['search', 'shortcuts.search'],
  ['next', 'shortcuts.next'],
  ['previous', 'shortcuts.previous'],
  ['help', 'shortcuts.list'],
];

/** The keys that every page has, as they are for this account. */
export function KeysSheet({ onClose }: { onClose: () => void }) {
  const { t } = useI18n();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const keys = useShortcutKeys();
  useEffect(() => dialog.current?.showModal(), []);
  const close = () => dialog.current?.close();
  return (
    <dialog ref={dialog} className="palette keys-sheet" aria-labelledby={id} onClose={onClose}>
      <div className="stack">
        <h2 id={id}>{t('shortcuts.title')}</h2>
        <dl className="keys">
          <div>
            <dt>
              <kbd>{t('palette.key')}</kbd>
            </dt>
            <dd>{t('shortcuts.palette')}</dd>
          </div>
          {shown.map(([name, does]) =>
            keys[name] ? (
              <div key={name}>
                <dt>
                  <kbd>{keys[name]}</kbd>
                </dt>
                <dd>{t(does)}</dd>
              </div>
            ) : null,
          )}
        </dl>
        <p className="row">
          <button type="button" className="button" data-variant="secondary" data-size="small" onClick={close}>
            {t('shortcuts.close')}
          </button>
          <Link to={href('/user/shortcuts')} onClick={close}>
            {t('shortcuts.change')}
          </Link>
        </p>
      </div>
    </dialog>
  );
}
