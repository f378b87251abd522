import { type ComponentType, lazy, type RefObject, Suspense, useRef, useState } from 'react';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useShortcutKeys } from '#web/root-data/use-shortcut-keys.ts';
import { Field } from '#web/ui/controls/field.tsx';

// Where they don't load, the search works as without them.
const Suggestions = lazy<ComponentType<{ box: RefObject<HTMLDivElement | null> }>>(() =>
  import('./suggestions.tsx').then(
    ({ Suggestions }) => ({ default: Suggestions }),
    () => ({ default: () => null }),
  ),
);

/** A plain search field with suggestions, whose code loads when the field gets the focus. */
export function SearchField({ value }: { value: string }) {
  const { t } = useI18n();
  const box = useRef<HTMLDivElement>(null);
  const [used, setUsed] = useState(false);
  return (
    <div className="search-box" ref={box}>
      <Field
        name="q"
        label={t('list.search')}
        type="search"
        placeholder={t('cards.q')}
        autoComplete="off"
        maxLength={100}
        defaultValue={value}
        aria-keyshortcuts={useShortcutKeys().search}
        onFocus={() => setUsed(true)}
      />
      {used ? (
        <Suspense fallback={null}>
          <Suggestions box={box} />
        </Suspense>
      ) : null}
    </div>
  );
}
