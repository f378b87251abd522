import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { changeNotice, getNoticeText, removeNotice, writeNotice } from '#contracts/content/notices.ts';
import { readForm } from '#web/forms/form-data.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { attempt, read, type Where } from '#web/server/api.ts';
import { Field, Textarea } from '#web/ui/controls/field.tsx';
import { noticeText } from '#web/ui/feedback/notice-text.ts';
import { editText } from './editor/edit-text.ts';
import { Editor } from './editor/editor.tsx';
import { fromUtcInput, toUtcInput } from './editor/utc-input.ts';

const list = '/admin/notices';
const fields = ['title', 'content', 'starts_at', 'ends_at'] as const;

export const handle = title('admin.notices');

/** The text of this address, null for `new`. */
async function textAt(where: Where, id = '') {
  return id === 'new' ? null : (await read(where, getNoticeText, { params: { id } })).data;
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
    remove: (id) => attempt(where, removeNotice, { params: { id } }),
    save({ title, content, starts_at, ends_at }, text, { publish, read_at }) {
      const starts = publish ? 'now' : fromUtcInput(starts_at, text?.starts_at);
      const body = { title, content, starts_at: starts, ends_at: fromUtcInput(ends_at, text?.ends_at) };
      return text
        ? attempt(where, changeNotice, { params: { id: text.id }, body: { ...body, read_at } })
        : attempt(where, writeNotice, { body });
    },
  });
}

export default function AdminNotice() {
  const { t } = useI18n();
  const { text } = useLoaderData<typeof loader>();
  const result = useActionResult<typeof action>();
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
      result={result}
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
