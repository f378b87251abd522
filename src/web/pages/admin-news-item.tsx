import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type RouterContextProvider,
  useActionData,
  useLoaderData,
} from 'react-router';
import { changeNews, getNewsText, previewMarkdown, removeNews, writeNews } from '#contracts/news.ts';
import { attempt, read } from '#web/api.ts';
import { readForm, refused } from '#web/form-data.ts';
import { useWords } from '#web/live/use-words.ts';
import { title } from '#web/title.ts';
import { Field, Textarea } from '#web/ui/field.tsx';
import { RichText } from '#web/ui/rich-text.tsx';
import { done } from './admin-texts/done.ts';
import { Editor } from './admin-texts/editor.tsx';
import { fromUtcInput, toUtcInput } from './admin-texts/utc-input.ts';

const list = '/admin/news';

export const handle = title('admin.news');

interface Where {
  context: Readonly<RouterContextProvider>;
  url: URL;
}

/** The text of this address, null for `new`. */
async function textAt(where: Where, id = '') {
  return id === 'new' ? null : (await read(where, getNewsText, { params: { id } })).data;
}

export async function loader({ context, url, params }: LoaderFunctionArgs) {
  return { text: await textAt({ context, url }, params.id) };
}

export async function action({ request, context, url, params }: ActionFunctionArgs) {
  const where = { context, url };
  const field = await readForm(request);
  const intent = field('intent');
  const values = { title: field('title'), content: field('content'), published_at: field('published_at') };
  if (intent === 'preview') {
    const shown = await attempt(where, previewMarkdown, { body: { content: values.content } });
    return shown.ok
      ? data({ refusal: undefined, values, html: shown.reply.data.html })
      : refused(shown.refusal, values);
  }
  const text = await textAt(where, params.id);
  if (text && intent === 'remove') {
    const gone = await attempt(where, removeNews, { params: { id: text.id } });
    return gone.ok ? done(list, 'texts.removed') : refused(gone.refusal, values);
  }
  const published_at = intent === 'publish' ? 'now' : fromUtcInput(values.published_at, text?.published_at);
  const body = { title: values.title, content: values.content, published_at };
  const saved = text
    ? await attempt(where, changeNews, { params: { id: text.id }, body: { ...body, read_at: field('read_at') } })
    : await attempt(where, writeNews, { body });
  if (!saved.ok) return refused(saved.refusal, values);
  return done(list, intent === 'publish' ? 'texts.published' : 'texts.saved');
}

export default function AdminNewsItem() {
  const { t } = useWords();
  const { text } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const html = result && 'html' in result ? result.html : undefined;
  const errors = result?.refusal?.errors ?? {};
  const values = result?.values ?? { ...text, published_at: toUtcInput(text?.published_at) };
  return (
    <Editor
      text={text}
      title={text?.title ?? t('texts.write_news')}
      back={{ to: list, label: t('admin.news') }}
      refusal={result?.refusal}
      fields={['title', 'content', 'published_at']}
      preview={html === undefined ? null : <RichText html={html} />}
    >
      <Field
        name="title"
        label={t('texts.title')}
        autoComplete="off"
        required
        defaultValue={values.title}
        errors={errors.title}
      />
      <Textarea
        name="content"
        label={t('texts.content')}
        hint={t('texts.markdown_hint')}
        required
        defaultValue={values.content}
        errors={errors.content}
      />
      <Field
        name="published_at"
        label={t('texts.published_at')}
        hint={t('texts.published_at_hint')}
        type="datetime-local"
        autoComplete="off"
        defaultValue={values.published_at}
        errors={errors.published_at}
      />
    </Editor>
  );
}
