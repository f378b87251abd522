import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { changeNews, getNewsText, previewMarkdown, removeNews, writeNews } from '#contracts/content/news.ts';
import { readForm } from '#web/forms/form-data.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { attempt, read, type Where } from '#web/server/api.ts';
import { Field, Textarea } from '#web/ui/controls/field.tsx';
import { RichText } from '#web/ui/display/rich-text.tsx';
import { editText } from './editor/edit-text.ts';
import { Editor } from './editor/editor.tsx';
import { fromUtcInput, toUtcInput } from './editor/utc-input.ts';

const list = '/admin/news';
const fields = ['title', 'content', 'published_at'] as const;

export const handle = title('admin.news');

/** The text of this address, null for `new`. */
async function textAt(where: Where, id = '') {
  return id === 'new' ? null : (await read(where, getNewsText, { params: { id } })).data;
}

export async function loader({ context, url, params }: LoaderFunctionArgs) {
  return { text: await textAt({ context, url }, params.id) };
}

export async function action({ request, context, url, params }: ActionFunctionArgs) {
  const where = { context, url };
  return editText(await readForm(request), {
    list,
    fields,
    find: () => textAt(where, params.id),
    remove: (id) => attempt(where, removeNews, { params: { id } }),
    preview: async ({ content }) => {
      const shown = await attempt(where, previewMarkdown, { body: { content } });
      return shown.ok ? { ok: true, reply: shown.reply.data } : shown;
    },
    save({ title, content, published_at }, text, { publish, read_at }) {
      const out = publish ? 'now' : fromUtcInput(published_at, text?.published_at);
      const body = { title, content, published_at: out };
      return text
        ? attempt(where, changeNews, { params: { id: text.id }, body: { ...body, read_at } })
        : attempt(where, writeNews, { body });
    },
  });
}

export default function AdminNewsItem() {
  const { t } = useI18n();
  const { text } = useLoaderData<typeof loader>();
  const result = useActionResult<typeof action>();
  const html = result && 'preview' in result ? result.preview.html : undefined;
  const errors = result?.refusal?.errors ?? {};
  const values = result?.values ?? { ...text, published_at: toUtcInput(text?.published_at) };
  return (
    <Editor
      text={text}
      title={text?.title ?? t('texts.write_news')}
      back={{ to: list, label: t('admin.news') }}
      result={result}
      fields={fields}
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
