import { href, useLoaderData } from 'react-router';
import { message } from '#i18n/message.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Field } from '#web/ui/controls/field.tsx';
import { editText } from './editor/edit-text.ts';
import { Editor } from './editor/editor.tsx';
import { loadText } from './editor/load-text.ts';
import { Window } from './editor/window.tsx';
import { newsKind } from './kinds/news.ts';
import { InLanguages } from './translations/in-languages.tsx';
import { MarkdownField } from './translations/markdown-field.tsx';

export const handle = title('title.of', ({ text }: { text: { title: string } | null }) => ({
  name: text?.title ?? message('content.write_news'),
}));
export const loader = loadText(newsKind);
export const action = editText(newsKind);

export default function AdminNewsItem() {
  const { t } = useI18n();
  const { text } = useLoaderData<typeof loader>();
  return (
    <Editor
      text={text}
      title={text?.title ?? t('content.write_news')}
      back={{ to: href('/admin/news'), label: t('admin.news') }}
      versions={text ? href('/admin/news/:id/versions', { id: text.id }) : undefined}
    >
      {({ field, moment, html, zone }) => (
        <>
          <InLanguages translated={Object.keys(text?.translations ?? {})}>
            {({ locale, nameOf, labelled, language, required }) => (
              <>
                <Field
                  {...field(nameOf('title'))}
                  label={labelled(t('content.title'))}
                  lang={locale}
                  required={required}
                />
                <MarkdownField
                  {...field(nameOf('content'))}
                  label={labelled(t('content.content'))}
                  hint={required ? t('content.markdown_hint') : undefined}
                  lang={locale}
                  html={html(nameOf('content'))}
                  language={language}
                  required={required}
                />
              </>
            )}
          </InLanguages>
          <Window moment={moment} zone={zone} endsHint={t('content.news_ends_hint')} />
        </>
      )}
    </Editor>
  );
}
