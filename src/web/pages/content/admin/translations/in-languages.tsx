import type { ReactNode } from 'react';
import { DEFAULT_LOCALE } from '#i18n/default-locale.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Tag } from '#web/ui/display/tag.tsx';
import { fieldIn, ordered } from '../translations/languages.ts';

/** One language of a text's form. */
export interface Place {
  locale: string;
  /** The name of a field in this language. */
  nameOf(field: string): string;
  /** A label that says the language, too, where it is not the shop's own. */
  labelled(label: string): ReactNode;
  /** The name of the language, where it is not the shop's own. */
  language: string | undefined;
  /** Only the shop's own language has to be filled in. */
  required: boolean;
}

interface Props {
  /** Languages that the text is translated into. */
  translated: readonly string[];
  children(place: Place): ReactNode;
}

/** A text's languages side by side. */
export function InLanguages({ translated, children }: Props) {
  const { t } = useI18n();
  const [[, own] = ['', '']] = ordered;
  return (
    <div className="side-by-side">
      {ordered.map(([locale, name]) => {
        const is_own = locale === DEFAULT_LOCALE;
        const is_missing = !is_own && !translated.includes(locale);
        return (
          <fieldset key={locale} className="stack">
            <legend className="row">
              <span lang={locale}>{name}</span>
              {is_missing ? <Tag tone="warn">{t('content.not_translated')}</Tag> : null}
            </legend>
            {is_missing ? <p className="hint">{t('content.not_translated_more', { language: own })}</p> : null}
            {children({
              locale,
              nameOf: (field) => fieldIn(locale, field),
              labelled: (label) => (is_own ? label : <Labelled label={label} language={name} />),
              language: is_own ? undefined : name,
              required: is_own,
            })}
          </fieldset>
        );
      })}
    </div>
  );
}

function Labelled({ label, language }: { label: string; language: string }) {
  return (
    <>
      {label}
      <span className="visually-hidden"> ({language})</span>
    </>
  );
}
