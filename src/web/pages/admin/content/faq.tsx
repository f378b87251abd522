import { href, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { listFaqs } from '#contracts/content.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { read } from '#web/server/api.ts';
import { Field, Textarea } from '#web/ui/controls/field.tsx';
import { editText } from './editor/edit-text.ts';
import { Editor } from './editor/editor.tsx';
import { loadText } from './editor/load-text.ts';
import { faqKind } from './kinds/faq.ts';

export const handle = title('admin.faq');
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
      preview={({ topic, question, answer }) => (
        <div className="faq">
          <p className="muted">{topic}</p>
          <details open>
            <summary>{question}</summary>
            <p className="lines">{answer}</p>
          </details>
        </div>
      )}
    >
      {(field) => (
        <>
          <Field {...field('topic')} label={t('content.topic')} list="topics" required />
          <datalist id="topics">
            {topics.map((topic) => (
              <option key={topic} value={topic} />
            ))}
          </datalist>
          <Field {...field('question')} label={t('content.question')} required />
          <Textarea {...field('answer')} label={t('content.answer')} hint={t('content.answer_hint')} required />
          <Field
            {...field('position')}
            label={t('content.position')}
            hint={t('content.position_hint')}
            inputMode="numeric"
          />
        </>
      )}
    </Editor>
  );
}
