import { href, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { listFaqs } from '#contracts/content/content.ts';
import { message } from '#i18n/message.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { read } from '#web/server/api.ts';
import { Field } from '#web/ui/controls/field.tsx';
import { editText } from './editor/edit-text.ts';
import { Editor } from './editor/editor.tsx';
import { loadText } from './editor/load-text.ts';
import { Window } from './editor/window.tsx';
import { faqKind } from './kinds/faq.ts';
import { InLanguages } from './translations/in-languages.tsx';
import { MarkdownField } from './translations/markdown-field.tsx';

export const handle = title('title.of', ({ text }: { text: { question: string } | null }) => ({
  name: text?.question ?? message('content.write_faq'),
}));
export const action = editText(faqKind);

export async function loader(args: LoaderFunctionArgs) {
  const [{ text }, { data: faqs }] = await Promise.all([loadText(faqKind)(args), read(args, listFaqs)]);
  return { text, topics: [...new Set(faqs.map(({ topic }) => topic))] };
}

export default function AdminFaq() {
  const { t } = useI18n();
  const { text, topics } = useLoaderData<typeof loader>();
  return (
    <Editor
      text={text}
      title={text?.question ?? t('content.write_faq')}
      back={{ to: href('/admin/faq'), label: t('admin.faq') }}
      versions={text ? href('/admin/faq/:id/versions', { id: text.id }) : undefined}
    >
      {({ field, moment, html, zone }) => (
        <>
          <InLanguages translated={Object.keys(text?.translations ?? {})}>
            {({ locale, nameOf, labelled, language, required }) => (
              <>
                <Field
                  {...field(nameOf('topic'))}
                  label={labelled(t('content.topic'))}
                  lang={locale}
                  list="topics"
                  required={required}
                />
                <Field
                  {...field(nameOf('question'))}
                  label={labelled(t('content.question'))}
                  lang={locale}
                  required={required}
                />
                <MarkdownField
                  {...field(nameOf('answer'))}
                  label={labelled(t('content.answer'))}
                  hint={required ? t('content.markdown_hint') : undefined}
                  lang={locale}
                  html={html(nameOf('answer'))}
                  language={language}
                  required={required}
                />
              </>
            )}
          </InLanguages>
          <datalist id="topics">
            {topics.map((topic) => (
              <option key={topic} value={topic} />
            ))}
          </datalist>
          <Field
            {...field('position')}
            label={t('content.position')}
            hint={t('content.position_hint')}
            inputMode="numeric"
          />
          <Window moment={moment} zone={zone} endsHint={t('content.faq_ends_hint')} />
        </>
      )}
    </Editor>
  );
}
