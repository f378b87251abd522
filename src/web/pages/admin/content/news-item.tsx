import { href, useLoaderData } from 'react-router';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Field, Textarea } from '#web/ui/controls/field.tsx';
import { RichText } from '#web/ui/display/rich-text.tsx';
import { editText } from './editor/edit-text.ts';
import { Editor } from './editor/editor.tsx';
import { loadText } from './editor/load-text.ts';
import { newsKind } from './kinds/news.ts';

export const handle = title('admin.news');
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
      preview={(_values, html) => <RichText html={html} />}
    >
      {(field, moment) => (
        <>
          <Field {...field('title')} label={t('content.title')} required />
          <Textarea {...field('content')} label={t('content.content')} hint={t('content.markdown_hint')} required />
          <Field {...moment('published_at')} label={t('content.published_at')} hint={t('content.published_at_hint')} />
        </>
      )}
    </Editor>
  );
}
