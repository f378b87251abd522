import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type RouterContextProvider,
  useActionData,
  useLoaderData,
} from 'react-router';
import { changeFaq, getFaqText, listFaqs, removeFaq, writeFaq } from '#contracts/faq.ts';
import { attempt, read } from '#web/api.ts';
import { readForm, refused } from '#web/form-data.ts';
import { useWords } from '#web/live/use-words.ts';
import { title } from '#web/title.ts';
import { Field, Textarea } from '#web/ui/field.tsx';
import { done } from './admin-texts/done.ts';
import { Editor } from './admin-texts/editor.tsx';

const list = '/admin/faq';
const fields = ['topic', 'question', 'answer', 'position'] as const;

export const handle = title('admin.faq');

interface Where {
  context: Readonly<RouterContextProvider>;
  url: URL;
}

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
  const field = await readForm(request);
  const intent = field('intent');
  const [topic, question, answer, position] = fields.map(field) as [string, string, string, string];
  const values = { topic, question, answer, position };
  if (intent === 'preview') return data({ refusal: undefined, values, preview: true });
  const text = await textAt(where, params.id);
  if (text && intent === 'remove') {
    const gone = await attempt(where, removeFaq, { params: { id: text.id } });
    return gone.ok ? done(list, 'texts.removed') : refused(gone.refusal, values);
  }
  const out = intent === 'publish' ? { published: true } : {};
  const body = { topic, question, answer, position: Number(position), ...out };
  const saved = text
    ? await attempt(where, changeFaq, { params: { id: text.id }, body: { ...body, read_at: field('read_at') } })
    : await attempt(where, writeFaq, { body });
  if (!saved.ok) return refused(saved.refusal, values);
  return done(list, intent === 'publish' ? 'texts.published' : 'texts.saved');
}

export default function AdminFaq() {
  const { t } = useWords();
  const { text, topics } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const errors = result?.refusal?.errors ?? {};
  const values = result?.values ?? text;
  return (
    <Editor
      text={text && { updated_at: text.updated_at, state: text.published ? 'published' : 'draft' }}
      title={text?.question ?? t('texts.write_faq')}
      back={{ to: list, label: t('admin.faq') }}
      refusal={result?.refusal}
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
