import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { changeFaq, getFaqText, listFaqs, removeFaq, writeFaq } from '#contracts/content/faq.ts';
import { readForm } from '#web/forms/form-data.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { attempt, read, type Where } from '#web/server/api.ts';
import { Field, Textarea } from '#web/ui/controls/field.tsx';
import { editText } from './editor/edit-text.ts';
import { Editor } from './editor/editor.tsx';

const list = '/admin/faq';
const fields = ['topic', 'question', 'answer', 'position'] as const;

export const handle = title('admin.faq');

/** The question of this address, null for `new`. */
async function textAt(where: Where, id = '') {
  return id === 'new' ? null : (await read(where, getFaqText, { params: { id } })).data;
}

export async function loader({ context, url, params }: LoaderFunctionArgs) {
  const where = { context, url };
  const [text, { data: faqs }] = await Promise.all([textAt(where, params.id), read(where, listFaqs)]);
  return { text, topics: [...new Set(faqs.map(({ topic }) => topic))] };
}

export async function action({ request, context, url, params }: ActionFunctionArgs) {
  const where = { context, url };
  return editText(await readForm(request), {
    list,
    fields,
    find: () => textAt(where, params.id),
    remove: (id) => attempt(where, removeFaq, { params: { id } }),
    save({ topic, question, answer, position }, text, { publish, read_at }) {
      const body = { topic, question, answer, position: Number(position), ...(publish && { published: true }) };
      return text
        ? attempt(where, changeFaq, { params: { id: text.id }, body: { ...body, read_at } })
        : attempt(where, writeFaq, { body });
    },
  });
}

export default function AdminFaq() {
  const { t } = useI18n();
  const { text, topics } = useLoaderData<typeof loader>();
  const result = useActionResult<typeof action>();
  const errors = result?.refusal?.errors ?? {};
  const values = result?.values ?? text;
  return (
    <Editor
      text={text && { updated_at: text.updated_at, state: text.published ? 'published' : 'draft' }}
      title={text?.question ?? t('texts.write_faq')}
      back={{ to: list, label: t('admin.faq') }}
      result={result}
      fields={fields}
      preview={result && 'preview' in result ? <Look {...result.values} /> : null}
    >
      <Field
        name="topic"
        label={t('texts.topic')}
        list="topics"
        autoComplete="off"
        required
        defaultValue={values?.topic}
        errors={errors.topic}
      />
      <datalist id="topics">
        {topics.map((topic) => (
          <option key={topic} value={topic} />
        ))}
      </datalist>
      <Field
        name="question"
        label={t('texts.question')}
        autoComplete="off"
        required
        defaultValue={values?.question}
        errors={errors.question}
      />
      <Textarea
        name="answer"
        label={t('texts.answer')}
        hint={t('texts.answer_hint')}
        required
        defaultValue={values?.answer}
        errors={errors.answer}
      />
      <Field
        name="position"
        label={t('texts.position')}
        hint={t('texts.position_hint')}
        inputMode="numeric"
        autoComplete="off"
        defaultValue={values?.position ?? 0}
        errors={errors.position}
      />
    </Editor>
  );
}

function Look({ topic, question, answer }: { topic: string; question: string; answer: string }) {
  return (
    <div className="faq">
      <p className="muted">{topic}</p>
      <details open>
        <summary>{question}</summary>
        <p className="lines">{answer}</p>
      </details>
    </div>
  );
}
