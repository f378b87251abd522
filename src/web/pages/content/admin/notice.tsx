import { href, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { message } from '#i18n/message.ts';
import { translate } from '#i18n/translate.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Field } from '#web/ui/controls/field.tsx';
import { editText } from './editor/edit-text.ts';
import { Editor } from './editor/editor.tsx';
import { loadText } from './editor/load-text.ts';
import { noticeKind } from './kinds/notices.ts';
import { Audience } from './notice/audience.tsx';
import { NoticeFields } from './notice/notice-fields.tsx';
import { InLanguages } from './translations/in-languages.tsx';
import { ordered } from './translations/languages.ts';

export const handle = title('title.of', ({ text }: { text: { title: string } | null }) => ({
  name: text?.title ?? message('content.write_notice'),
}));
export const action = editText(noticeKind);

export async function loader(args: LoaderFunctionArgs) {
  const { text } = await loadText(noticeKind)(args);
  const closes = ordered.map(([locale]) => [locale, translate(locale, message('notice.close'))] as const);
  return { text, closes: Object.fromEntries(closes) };
}

export default function AdminNotice() {
  const { t } = useI18n();
  const { text, closes } = useLoaderData<typeof loader>();
  return (
    <Editor
      text={text}
      title={text?.title ?? t('content.write_notice')}
      back={{ to: href('/admin/notices'), label: t('admin.notices') }}
      versions={text ? href('/admin/notices/:id/versions', { id: text.id }) : undefined}
    >
      {({ field, moment, list, zone }) => (
        <>
          <InLanguages translated={Object.keys(text?.translations ?? {})}>
            {(place) => <NoticeFields field={field} place={place} close={closes[place.locale] ?? ''} />}
          </InLanguages>
          <Audience list={list} />
          <div className="columns">
            <Field
              {...moment('starts_at')}
              label={t('content.starts_at', { zone })}
              hint={t('content.starts_at_hint')}
            />
            <Field {...moment('ends_at')} label={t('content.ends_at', { zone })} hint={t('content.ends_at_hint')} />
          </div>
        </>
      )}
    </Editor>
  );
}
