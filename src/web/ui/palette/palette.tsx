import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useNavigate, useSubmit } from 'react-router';
import type { MessageKey } from '#i18n/message.ts';
import { dropDrafts } from '#web/forms/drop-drafts.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';
import type { Choice } from './choice.ts';
import { officeBook } from './office-book.ts';
import { addRecent } from './recents.ts';
import { shopBook, shopScreens } from './shop-book.ts';
import { useChoices } from './use-choices.ts';
import '#web/styles/palette/palette.css';

interface Props {
  /** The screens of the office that the reader's duties open; without, it is the palette of the shop. */
  screens: readonly { to: string; label: MessageKey }[] | undefined;
  onClose: () => void;
  /** Called before the page opens, with what the control that gets the focus there says in `data-does`. */
  onChoose: (control: string | undefined) => void;
}

/** A search over all that somebody may open, and what they may do there: a modal dialog with a combobox, which keeps the focus while arrows choose. */
export function Palette({ screens, onClose, onChoose }: Props) {
  const { t } = useI18n();
  const id = useId();
  const navigate = useNavigate();
  const submit = useSubmit();
  const dialog = useRef<HTMLDialogElement>(null);
  const [q, setQ] = useState('');
  const [at, setAt] = useState(0);
  const { id: me = '', roles = [] } = useRootData()?.user ?? {};
  const book = screens ? officeBook : shopBook;
  const { choices, searching, hints } = useChoices(q.trim(), book, screens ?? shopScreens(roles));
  const active = Math.min(at, choices.length - 1);
  useEffect(() => dialog.current?.showModal(), []);
  const go = (choice: Choice) => {
    dialog.current?.close();
    if (choice.posts) {
      dropDrafts();
      void submit(null, { method: 'post', action: choice.to });
      return;
    }
    addRecent(me, choice);
    onChoose(choice.control);
    void navigate(choice.to);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const chosen = choices[active];
    if (step && choices.length) setAt((active + step + choices.length) % choices.length);
    else if (event.key === 'Enter' && chosen) go(chosen);
    else return;
    event.preventDefault();
  };
  return (
    <dialog
      ref={dialog}
      className="palette"
      aria-label={t('palette.open')}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && dialog.current?.close()}
      onKeyDown={onKeyDown}
    >
      <input
        role="combobox"
        aria-label={t(book.label)}
        placeholder={t(book.label)}
        aria-expanded={choices.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={choices.length ? `${id}-${active}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        value={q}
        onChange={(event) => {
          setQ(event.target.value);
          setAt(0);
        }}
      />
      <div className="palette-line" data-on={searching || undefined} />
      <div role="listbox" id={`${id}-list`} aria-label={t('palette.results')}>
        {choices.map((choice, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: keys work on the combobox, which has the focus
          <div
            key={choice.key}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            ref={index === active ? showInList : undefined}
            onClick={() => go(choice)}
          >
            <span>{choice.title}</span>
            <span className="small muted">{choice.about}</span>
          </div>
        ))}
      </div>
      <p className="small muted palette-foot" role="status">
        {searching ? t('palette.searching') : choices.length ? t('palette.keys') : t('palette.none')}
        {hints.length ? <span className="palette-verbs">{t('palette.verbs', { verbs: hints.join(', ') })}</span> : null}
      </p>
    </dialog>
  );
}

const showInList = (option: HTMLElement | null) => option?.scrollIntoView({ block: 'nearest' });
