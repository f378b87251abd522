import { type ActionFunctionArgs, href, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { createTicket, listSupportCategories, listTicketReferences, listTickets } from '#contracts/desk/support.ts';
import { message } from '#i18n/message.ts';
import { readForm, refused } from '#web/forms/form-data.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { attempt, read } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';
import { pageQueryOf, searchOf } from '#web/server/page-query.ts';
import { ButtonLink } from '#web/ui/controls/button.tsx';
import { Filters } from '#web/ui/data/filters.tsx';
import { Empty } from '#web/ui/display/empty.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { Pagination } from '#web/ui/navigation/pagination.tsx';
import { ticketStates } from '#web/ui/ticket/ticket-status.tsx';
import { NewTicket } from './tickets/new-ticket.tsx';
import { readReference } from './tickets/read-reference.ts';
import { TicketRows } from './tickets/ticket-rows.tsx';
import '#web/styles/support.css';

export const handle = title('support.title');

export async function loader({ context, url }: LoaderFunctionArgs) {
  const where = { context, url };
  const status = statuses.find((one) => one === url.searchParams.get('status'));
  const q = searchOf(url.searchParams);
  const query = { ...(status && { status }), ...(q && { q }), ...pageQueryOf(url) };
  const [{ data, meta }, categories, references] = await Promise.all([
    read(where, listTickets, { query }),
    read(where, listSupportCategories),
    read(where, listTicketReferences),
  ]);
  return {
    tickets: data,
    meta,
    categories: categories.data,
    references: references.data,
    key: crypto.randomUUID(),
    filtered: Boolean(status || q),
    about: url.searchParams.get('about') ?? '',
  };
}

const statuses = ['1', '2', '3', '4', '5'] as const;

export async function action({ request, context, url }: ActionFunctionArgs) {
  const field = await readForm(request);
  const values = {
    category: field('category'),
    subject: field('subject'),
    body: field('body'),
    reference: field('reference'),
  };
  const body = { ...values, check: field('check') !== '', reference: readReference(values.reference) };
  const outcome = await attempt({ context, url }, createTicket, { body, idempotencyKey: `ticket:${field('key')}` });
  if (!outcome.ok) return refused(outcome.refusal, values);
  const said = flash({ type: 'success', title: message('support.sent'), content: message('support.sent_more') });
  return redirect(href('/support/:id', { id: outcome.reply.data.id }), { headers: { 'set-cookie': said } });
}

export default function Tickets() {
  const { t } = useI18n();
  const { tickets, meta, categories, references, key, about, filtered } = useLoaderData<typeof loader>();
  return (
    <div className="reading stack">
      <PageHead title={t('support.title')} lead={t('support.lead')}>
        <ButtonLink to="#new">{t('support.new')}</ButtonLink>
      </PageHead>
      {tickets.length || filtered ? <TicketFilters /> : null}
      {tickets.length ? (
        <TicketRows tickets={tickets} />
      ) : filtered ? (
        <Empty
          picture="tickets"
          title={t('list.nothing')}
          action={<Link to={href('/support')}>{t('list.show_all')}</Link>}
        />
      ) : (
        <Empty
          picture="tickets"
          title={t('support.none')}
          action={<Link to={href('/faq')}>{t('support.see_faq')}</Link>}
        >
          {t('support.none_more')}
        </Empty>
      )}
      <Pagination meta={meta} />
      <NewTicket categories={categories} references={references} about={about} idempotencyKey={key} />
    </div>
  );
}

function TicketFilters() {
  const { t } = useI18n();
  return (
    <Filters
      filters={[
        { name: 'q', label: t('support.subject') },
        {
          name: 'status',
          label: t('support.status'),
          any: t('support.any_status'),
          options: ticketStates.map(({ value, label }) => ({ value, label: t(label) })),
        },
      ]}
      keep={[]}
    />
  );
}
