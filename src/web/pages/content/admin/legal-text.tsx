import { languages } from 'virtual:messages';
import { href, useLoaderData } from 'react-router';
import { LEGAL_CHARS, LEGAL_KINDS } from '#contracts/content/content.ts';
import { message } from '#i18n/message.ts';
import { inLanguage } from '#web/i18n/in-language.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Field, Select } from '#web/ui/controls/field.tsx';
import { Alert } from '#web/ui/display/alert.tsx';
import { RichText } from '#web/ui/display/rich-text.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { editText } from './editor/edit-text.ts';
import { Editor } from './editor/editor.tsx';
import { legalKind } from './kinds/legal.ts';
import { loadLegalText } from './legal/load-legal-text.ts';
import { MarkdownField } from './translations/markdown-field.tsx';

interface Named {
  kind: (typeof LEGAL_KINDS)[number];
  locale: string;
}

export const handle = title('title.legal_text', ({ text, start }: { text: Named | null; start: Named }) => {
  const { kind, locale } = text ?? start;
  return { name: message(`legal.${kind}`), language: languages.find(([one]) => one === locale)?.[1] ?? locale };
});
export const loader = loadLegalText;
export const action = editText(legalKind);

export default function AdminLegalText() {
  const { t } = useI18n();
  const { text, others, start, missing } = useLoaderData<typeof loader>();
  return (
    <div className="stack">
      {missing.length ? (
        <Alert tone="warn">
          {t('content.legal_not_in', { languages: missing.map(([, name]) => name).join(', ') })}
        </Alert>
      ) : null}
      <Editor
        text={text}
        start={start}
        title={text ? t(`legal.${text.kind}`) : t('content.write_legal')}
        back={{ to: href('/admin/legal'), label: t('admin.legal') }}
        versions={text ? href('/admin/legal/:id/versions', { id: text.id }) : undefined}
      >
        {({ field, moment, html, zone }) => (
          <>
            <div className="columns">
              <Select {...field('kind')} label={t('content.legal_text')}>
                {LEGAL_KINDS.map((kind) => (
                  <option key={kind} value={kind}>
                    {t(`legal.${kind}`)}
                  </option>
                ))}
              </Select>
              <Select {...field('locale')} label={t('content.language')}>
                {languages.map(([locale, name]) => (
                  <option key={locale} value={locale} lang={locale}>
                    {name}
                  </option>
                ))}
              </Select>
            </div>
            <div className="side-by-side">
              <MarkdownField
                {...field('content')}
                label={t('content.content')}
                hint={t('content.markdown_hint')}
                lang={field('locale').defaultValue}
                html={html('content')}
                rows={24}
                maxLength={LEGAL_CHARS}
                required
              />
            </div>
            <Field
              {...moment('published_at')}
              label={t('content.published_at', { zone })}
              hint={t('content.legal_final')}
            />
          </>
        )}
      </Editor>
      {others.map((other) => (
        <details key={other.locale} className="panel quiet-details">
          <summary>
            {t('content.in_force_in', {
              language: languages.find(([one]) => one === other.locale)?.[1] ?? other.locale,
            })}{' '}
            {other.published_at ? <Time at={other.published_at} day /> : null}
          </summary>
          <div {...inLanguage(other.locale)}>
            <RichText html={other.content_html} />
          </div>
        </details>
      ))}
    </div>
  );
}
