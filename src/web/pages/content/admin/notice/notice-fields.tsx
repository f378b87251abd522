import { useState } from 'react';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Field, Textarea } from '#web/ui/controls/field.tsx';
import { noticeText } from '#web/ui/feedback/notice-text.ts';
import type { Fields } from '../editor/editor.tsx';
import type { Place } from '../translations/in-languages.tsx';

interface Props {
  field: Fields['field'];
  place: Place;
  /** The label of its button in this language. */
  close: string;
}

/** The words of a notice in one language, with the dialog that its readers will get. */
export function NoticeFields({ field, place, close }: Props) {
  const { t } = useI18n();
  const { locale, nameOf, labelled, language, required } = place;
  const [heading, content] = [field(nameOf('title')), field(nameOf('content'))];
  const [typed, setTyped] = useState({ title: heading.defaultValue, content: content.defaultValue });
  const name = language ? t('content.preview_in', { language }) : t('content.preview');
  return (
    <>
      <Field
        {...heading}
        label={labelled(t('content.title'))}
        lang={locale}
        required={required}
        onInput={({ currentTarget: { value } }) => setTyped((before) => ({ ...before, title: value }))}
      />
      <Textarea
        {...content}
        label={labelled(t('content.content'))}
        hint={required ? t('content.notice_hint') : undefined}
        lang={locale}
        rows={6}
        required={required}
        onInput={({ currentTarget: { value } }) => setTyped((before) => ({ ...before, content: value }))}
      />
      {typed.title || typed.content ? (
        <section className="preview" aria-label={name}>
          <h2 className="preview-title">{t('content.preview')}</h2>
          <div className="notice" data-preview lang={locale}>
            <h3>{typed.title}</h3>
            <div className="notice-content">{noticeText(typed.content)}</div>
            <span className="button" data-variant="primary" data-size="small" aria-hidden>
              {close}
            </span>
          </div>
        </section>
      ) : null}
    </>
  );
}
