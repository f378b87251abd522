import { type ComponentProps, useState } from 'react';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Textarea } from '#web/ui/controls/field.tsx';
import { RichText } from '#web/ui/display/rich-text.tsx';
import { useLivePreview } from '../translations/use-live-preview.ts';

interface Props extends ComponentProps<typeof Textarea> {
  lang: string;
  defaultValue: string;
  /** What the server rendered for the button, without JavaScript. */
  html: string | undefined;
  /** The language, where several previews stand side by side. */
  language?: string | undefined;
}

/** A text in Markdown with what readers will see under it while one types. */
export function MarkdownField({ html: first, language, ...textarea }: Props) {
  const { t } = useI18n();
  const [typed, setTyped] = useState(textarea.defaultValue);
  const html = useLivePreview(typed, first);
  const name = language ? t('content.preview_in', { language }) : t('content.preview');
  return (
    <>
      <Textarea {...textarea} onInput={(event) => setTyped(event.currentTarget.value)} />
      {html ? (
        <section className="preview" aria-label={name}>
          <h2 className="preview-title">{t('content.preview')}</h2>
          <div lang={textarea.lang}>
            <RichText html={html} />
          </div>
        </section>
      ) : null}
    </>
  );
}
