import { href, useLoaderData } from 'react-router';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Field, Textarea } from '#web/ui/controls/field.tsx';
import { noticeText } from '#web/ui/feedback/notice-text.ts';
import { editText } from './editor/edit-text.ts';
import { Editor } from './editor/editor.tsx';
import { loadText } from './editor/load-text.ts';
import { noticeKind } from './kinds/notices.ts';

export const handle = title('admin.notices');
export const loader = loadText(noticeKind);
export const action = editText(noticeKind);

export default function AdminNotice() {
  const { t } = useI18n();
  const { text } = useLoaderData<typeof loader>();
  return (
    <Editor
      text={text}
      title={text?.title ?? t('content.write_notice')}
      back={{ to: href('/admin/notices'), label: t('admin.notices') }}
      preview={(values) => (
        <>
          <h3>{values.title}</h3>
          <p className="notice-content">{noticeText(values.content)}</p>
        </>
      )}
    >
      {(field, moment) => (
        <>
          <Field {...field('title')} label={t('content.title')} required />
          <Textarea {...field('content')} label={t('content.content')} hint={t('content.notice_hint')} required />
          <div className="columns">
            <Field {...moment('starts_at')} label={t('content.starts_at')} hint={t('content.starts_at_hint')} />
            <Field {...moment('ends_at')} label={t('content.ends_at')} hint={t('content.ends_at_hint')} />
          </div>
        </>
      )}
    </Editor>
  );
}
