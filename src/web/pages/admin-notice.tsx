import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type RouterContextProvider,
  useActionData,
  useLoaderData,
} from 'react-router';
import { changeNotice, getNoticeText, removeNotice, writeNotice } from '#contracts/notices.ts';
import { attempt, read } from '#web/api.ts';
import { readForm, refused } from '#web/form-data.ts';
import { useWords } from '#web/live/use-words.ts';
import { title } from '#web/title.ts';
import { Field, Textarea } from '#web/ui/field.tsx';
import { noticeText } from '#web/ui/notice-text.ts';
import { done } from './admin-texts/done.ts';
import { Editor } from './admin-texts/editor.tsx';
import { fromUtcInput, toUtcInput } from './admin-texts/utc-input.ts';

const list = '/admin/notices';
const fields = ['title', 'content', 'starts_at', 'ends_at'] as const;

export const handle = title('admin.notices');

interface Where {
  context: Readonly<RouterContextProvider>;
  url: URL;
}

/** The text of this address, null for `new`. */
async function textAt(where: Where, id = '') {
  return id === 'new' ? null : (await read(where, getNoticeText, { params: { id } })).data;
}

export async function loader({ context, url, params }: LoaderFunctionArgs) {
  return { text: await textAt({ context, url }, params.id) };
}

export async function action({ request, context, url, params }: ActionFunctionArgs) {
  const where = { context, url };
  const field = await readForm(request);
  const intent = field('intent');
  const [title, content, starts_at, ends_at] = fields.map(field) as [string, string, string, string];
  const values = { title, content, starts_at, ends_at };
  if (intent === 'preview') return data({ refusal: undefined, values, preview: true });
  const text = await textAt(where, params.id);
  if (text && intent === 'remove') {
    const gone = await attempt(where, removeNotice, { params: { id: text.id } });
    return gone.ok ? done(list, 'texts.removed') : refused(gone.refusal, values);
  }
  const starts = intent === 'publish' ? 'now' : fromUtcInput(starts_at, text?.starts_at);
  const body = { title, content, starts_at: starts, ends_at: fromUtcInput(ends_at, text?.ends_at) };
  const saved = text
    ? await attempt(where, changeNotice, { params: { id: text.id }, body: { ...body, read_at: field('read_at') } })
    : await attempt(where, writeNotice, { body });
  if (!saved.ok) return refused(saved.refusal, values);
  return done(list, intent === 'publish' ? 'texts.published' : 'texts.saved');
}

export default function AdminNotice() {
  const { t } = useWords();
  const { text } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const errors = result?.refusal?.errors ?? {};
  const { starts_at, ends_at, ...texts } = result?.values ?? {
    title: text?.title ?? '',
    content: text?.content ?? '',
    starts_at: toUtcInput(text?.starts_at),
    ends_at: toUtcInput(text?.ends_at),
  };
  return (
    <Editor
      text={text}
      title={text?.title ?? t('texts.write_notice')}
      back={{ to: list, label: t('admin.notices') }}
      refusal={result?.refusal}
      fields={fields}
      preview={result && 'preview' in result ? <Look {...texts} /> : null}
    >
      <Field
        name="title"
        label={t('texts.title')}
        autoComplete="off"
        required
        defaultValue={texts.title}
        errors={errors.title}
      />
      <Textarea
        name="content"
        label={t('texts.content')}
        hint={t('texts.notice_hint')}
        required
        defaultValue={texts.content}
        errors={errors.content}
      />
      <div className="columns">
        <Field
          name="starts_at"
          label={t('texts.starts_at')}
          hint={t('texts.starts_at_hint')}
          type="datetime-local"
          autoComplete="off"
          defaultValue={starts_at}
          errors={errors.starts_at}
        />
        <Field
          name="ends_at"
          label={t('texts.ends_at')}
          hint={t('texts.ends_at_hint')}
          type="datetime-local"
          autoComplete="off"
          defaultValue={ends_at}
          errors={errors.ends_at}
        />
      </div>
    </Editor>
  );
}

function Look({ title: heading, content }: { title: string; content: string }) {
  return (
    <>
      <h3>{heading}</h3>
      <p className="notice-content">{noticeText(content)}</p>
    </>
  );
}
