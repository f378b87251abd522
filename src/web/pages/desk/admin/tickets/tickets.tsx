import {
  type ActionFunctionArgs,
  href,
  type LoaderFunctionArgs,
  redirect,
  useLoaderData,
  useSearchParams,
} from 'react-router';
import { changeTickets, listDeskTickets, undoChange } from '#contracts/desk/desk.ts';
import { listTicketViews } from '#contracts/desk/ticket-views.ts';
import { digitsOf } from '#contracts/identity/shortcuts.ts';
import { MINUTE_MS } from '#contracts/time-units.ts';
import { type Message, message, type Text } from '#i18n/message.ts';
import { type FormFields, readForm, refused } from '#web/forms/form-data.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { inQueue } from '#web/layouts/admin/queue/in-queue.ts';
import { ticketQueryOf } from '#web/layouts/admin/queue/list-queries.ts';
import { useRevalidateAfter } from '#web/live/use-revalidate-after.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { useShortcutKeys } from '#web/root-data/use-shortcut-keys.ts';
import { attempt, read } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';
import { pageContext } from '#web/server/page-context.ts';
import { FormErrors } from '#web/ui/controls/form-errors.tsx';
import { ShortcutHelp } from '#web/ui/controls/shortcut-help.tsx';
import { Filters } from '#web/ui/data/filters.tsx';
import { Table } from '#web/ui/data/table.tsx';
import { Empty } from '#web/ui/display/empty.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { Pagination } from '#web/ui/navigation/pagination.tsx';
import { BulkActions } from './queue/bulk-actions.tsx';
import { changeOf } from './queue/change-of.ts';
import { changeViews } from './queue/change-views.ts';
import { priorities } from './queue/priorities.tsx';
import { SavedViews } from './queue/saved-views.tsx';
import { Undo } from './queue/undo.tsx';
import { useTicketColumns } from './queue/use-ticket-columns.tsx';
import { Views } from './queue/views.tsx';

export const handle = title('desk.title');

export async function loader({ context, url }: LoaderFunctionArgs) {
  const query = ticketQueryOf(url);
  const [list, views] = await Promise.all([
    read({ context, url }, listDeskTickets, { query }),
    read({ context, url }, listTicketViews),
  ]);
  return { ...list, views: views.data, view: query.view ?? 'waiting', now: context.get(pageContext).now.toISOString() };
}

export async function action({ request, context, url }: ActionFunctionArgs) {
  const field = await readForm(request);
  const search = new URLSearchParams(url.search);
  search.delete('undo');
  search.delete('select');
  const back = (text: Message, content: Text = '') => {
    const said = flash({ type: 'success', title: text, content });
    const query = search.size ? `?${search}` : '';
    return redirect(href('/admin/tickets') + query, { headers: { 'set-cookie': said } });
  };
  if (field('intent') === 'undo') {
    const undone = await attempt({ context, url }, undoChange, { params: { id: field('change') } });
    if (!undone.ok) return refused(undone.refusal, valuesOf(field));
    return back(message('desk.undone', { ...undone.reply.data }));
  }
  const views = await changeViews({ context, url }, field);
  if (views) return views.outcome.ok ? back(views.said) : refused(views.outcome.refusal, valuesOf(field));
  const me = context.get(pageContext).user?.id ?? '';
  const body = { ids: field.all('ids'), ...changeOf(field('intent'), field, me) };
  const outcome = await attempt({ context, url }, changeTickets, { body });
  if (!outcome.ok) return refused(outcome.refusal, valuesOf(field));
  const { id, changed, with_others } = outcome.reply.data;
  if (id) search.set('undo', id);
  return back(message('desk.changed', { changed }), with_others ? message('desk.with_others', { with_others }) : '');
}

/** What is shown again of a form that was refused. */
const valuesOf = (field: FormFields) => ({
  intent: field('intent'),
  ids: field.all('ids').join(),
  tag: field('tag'),
  priority: field('priority'),
  name: field('name'),
  shared: field('shared'),
});

/** Who left a ticket without a word is forgotten after a minute. */
const PRESENT_MS = MINUTE_MS;

export default function Desk() {
  const { t } = useI18n();
  const { data, meta, counts, views, view, now } = useLoaderData<typeof loader>();
  useRevalidateAfter(data.some(({ present }) => present.length) ? PRESENT_MS : null, now);
  const may = useRootData()?.user?.roles.includes('support') ?? false;
  const [query] = useSearchParams();
  const result = useActionResult<typeof action>();
  return (
    <>
      <PageHead title={t('desk.title')} lead={t('desk.lead')}>
        <ShortcutHelp keys={useKeys()} />
        <Link to={href('/admin/tickets/report')}>{t('desk.report')}</Link>
        <Link to={href('/admin/tickets/answers')}>{t('desk.canned')}</Link>
        <Link to={href('/admin/tickets/categories')}>{t('desk.categories')}</Link>
        <Link to={href('/admin/tickets/settings')}>{t('desk.settings')}</Link>
      </PageHead>
      <div className="stack desk-queue">
        <Views current={view} counts={counts} />
        <SavedViews key={views.length} views={views} may={may} />
        <DeskFilters />
        <FormErrors refusal={result?.values.intent === 'save_view' ? undefined : result?.refusal} />
        <Undo id={query.get('undo')} />
        <Table
          caption={t('desk.title')}
          columns={useTicketColumns()}
          rows={data}
          keyOf={({ id }) => id}
          hrefOf={({ id }) => inQueue('tickets', href('/admin/tickets/:id', { id }), query)}
          {...(may && {
            selection: {
              nameOf: ({ number }: { number: number }) => t('desk.ticket', { number: String(number) }),
              actions: <BulkActions typed={result?.values} />,
              picked: result?.values.ids.split(','),
            },
          })}
          empty={
            <Empty picture="tickets" title={t('desk.none')}>
              {t('desk.none_more')}
            </Empty>
          }
        />
      </div>
      <Pagination meta={meta} />
    </>
  );
}

function DeskFilters() {
  const { t } = useI18n();
  return (
    <Filters
      filters={[
        { name: 'q', label: t('desk.search'), shortcut: useShortcutKeys().search },
        {
          name: 'priority',
          label: t('desk.priority'),
          any: t('desk.any_priority'),
          options: priorities.map(({ value, label }) => ({ value, label: t(label) })),
        },
        { name: 'tag', label: t('desk.tag') },
      ]}
      keep={['view']}
    />
  );
}

function useKeys() {
  const { t } = useI18n();
  const keys = useShortcutKeys();
  return [
    { key: keys.next, does: t('shortcuts.next') },
    { key: keys.previous, does: t('shortcuts.previous') },
    { key: 'Enter', does: t('shortcuts.open') },
    { key: 'Space', does: t('shortcuts.select') },
    { key: keys.take, does: t('shortcuts.take') },
    { key: keys.solve, does: t('shortcuts.solve') },
    { key: keys.undo, does: t('shortcuts.undo') },
    { key: digitsOf(keys).length ? '1–9' : undefined, does: t('shortcuts.views') },
    { key: keys.search, does: t('shortcuts.search') },
    { key: keys.help, does: t('shortcuts.list') },
  ];
}
