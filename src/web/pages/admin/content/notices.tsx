import { type ActionFunctionArgs, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { changeNotice, getNoticeText, listAllNotices } from '#contracts/content/notices.ts';
import { readForm, refused } from '#web/forms/form-data.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { attempt, read } from '#web/server/api.ts';
import { pageQueryOf } from '#web/server/page-query.ts';
import { Time } from '#web/ui/display/time.tsx';
import { done } from './editor/done.ts';
import { TextList } from './editor/text-list.tsx';

export const handle = title('admin.notices');

export async function loader({ context, url }: LoaderFunctionArgs) {
  return read({ context, url }, listAllNotices, { query: pageQueryOf(url) });
}

export async function action({ request, context, url }: ActionFunctionArgs) {
  const where = { context, url };
  const field = await readForm(request);
  const publishing = field('intent') === 'publish';
  const params = { id: field('id') };
  const { data: text } = await read(where, getNoticeText, { params });
  // One whose end is over shows again without an end.
  const again = publishing && text.state === 'ended' ? { ends_at: null } : {};
  const body = { starts_at: publishing ? ('now' as const) : null, ...again };
  const outcome = await attempt(where, changeNotice, { params, body });
  if (!outcome.ok) return refused(outcome.refusal, {});
  return done('/admin/notices', publishing ? 'texts.published' : 'texts.taken_back');
}

export default function AdminNotices() {
  const { t } = useI18n();
  const { data, meta } = useLoaderData<typeof loader>();
  const rows = data.map(({ id, title: heading, state, starts_at, updated_at, seen_by }) => ({
    id,
    title: heading,
    state,
    note: (
      <>
        <Time at={starts_at ?? updated_at} />, {t('texts.seen_by', { count: seen_by })}
      </>
    ),
  }));
  const refusal = useActionResult<typeof action>()?.refusal;
  return <TextList title={t('admin.notices')} path="/admin/notices" rows={rows} pages={meta} refusal={refusal} />;
}
