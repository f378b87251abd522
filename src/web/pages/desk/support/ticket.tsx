import { useEffect } from 'react';
import { type ActionFunctionArgs, Form, href, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { isStoredAs } from '#contracts/desk/code-placeholder.ts';
import { commentTicket, getTicket, rateTicket, solveTicket } from '#contracts/desk/support.ts';
import { message } from '#i18n/message.ts';
import { readForm, refused } from '#web/forms/form-data.ts';
import { useDropDraft } from '#web/forms/use-draft.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { attempt, read } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';
import { pageQueryOf } from '#web/server/page-query.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Alert } from '#web/ui/display/alert.tsx';
import { FormattedMessage } from '#web/ui/display/formatted-message.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { Pagination } from '#web/ui/navigation/pagination.tsx';
import { Conversation } from '#web/ui/ticket/conversation.tsx';
import { HiddenCodes } from '#web/ui/ticket/hidden-codes.tsx';
import { ReferenceLink } from '#web/ui/ticket/reference-link.tsx';
import { TicketStatus } from '#web/ui/ticket/ticket-status.tsx';
import { Rating } from './ticket/rating.tsx';
import { ReplyForm } from './ticket/reply-form.tsx';

export const handle = title('ticket.title', ({ ticket }: Awaited<ReturnType<typeof loader>>) => ({
  subject: ticket.subject,
}));

export async function loader({ context, url, params }: LoaderFunctionArgs) {
  const one = { params: { id: params.id ?? '' }, query: pageQueryOf(url) };
  const { data } = await read({ context, url }, getTicket, one);
  return { ticket: data, key: crypto.randomUUID() };
}

export async function action({ request, context, url, params: { id = '' } }: ActionFunctionArgs) {
  const field = await readForm(request);
  const where = { context, url };
  const intent = field('intent');
  const solving = intent === 'solve';
  const values = { body: field('body'), comment: field('comment') };
  const rating = intent === 'good' || intent === 'bad';
  const outcome = rating
    ? await attempt(where, rateTicket, { params: { id }, body: { good: intent === 'good', comment: values.comment } })
    : solving
      ? await attempt(where, solveTicket, { params: { id } })
      : await attempt(where, commentTicket, {
          params: { id },
          body: { body: values.body, check: field('check') !== '' },
          idempotencyKey: `reply:${field('key')}`,
        });
  if (!outcome.ok) return refused(outcome.refusal, values);
  const said = flash({
    type: 'success',
    title: message(rating ? 'ticket.rated' : solving ? 'ticket.is_solved' : 'ticket.sent'),
    content: '',
  });
  return redirect(href('/support/:id', { id }), { headers: { 'set-cookie': said } });
}

const SOLVED = 4;
const CLOSED = 5;

export default function Ticket() {
  const { t } = useI18n();
  const { ticket, key } = useLoaderData<typeof loader>();
  const own = ticket.comments.filter(({ by_staff }) => !by_staff);
  useMarkRead(ticket.id, ticket.unread);
  useDropDraft('ticket', ({ body }) => isStoredAs(own[0]?.body, body));
  return (
    <div className="reading stack">
      <PageHead title={ticket.subject} lead={<Link to={href('/support')}>{t('support.title')}</Link>}>
        <TicketStatus status={ticket.status} />
      </PageHead>
      <p className="muted small ticket-meta">
        <span>{t('ticket.number', { number: String(ticket.number) })}</span>
        <span>{ticket.category}</span>
        {ticket.reference ? <ReferenceLink reference={ticket.reference} /> : null}
      </p>
      <Conversation
        comments={ticket.comments}
        authorOf={({ by_staff }) => t(by_staff ? 'nav.support' : 'ticket.you')}
        waiting={t('ticket.waiting_for_review')}
      />
      <HiddenCodes texts={own.map(({ body }) => body)} />
      <Pagination meta={ticket.comments_meta} />
      {ticket.status === CLOSED ? (
        <Alert>
          {ticket.merged_into ? (
            <Link to={href('/support/:id', { id: ticket.merged_into.id })}>
              {t('ticket.merged_into', { number: String(ticket.merged_into.number) })}
            </Link>
          ) : null}{' '}
          <FormattedMessage of="ticket.closed_more" parts={{ link: <Link to={`${href('/support')}#new`} /> }} />
        </Alert>
      ) : (
        <ReplyForm key={own.at(-1)?.id} id={ticket.id} sent={own.at(-1)?.body} idempotencyKey={key} />
      )}
      {ticket.status < SOLVED ? <Solve /> : null}
      {ticket.status === SOLVED ? <Alert tone="good">{t('ticket.solved_more')}</Alert> : null}
      <Rating ticket={ticket} />
    </div>
  );
}

function Solve() {
  const { t } = useI18n();
  return (
    <Form method="post" className="row">
      <Button variant="secondary" name="intent" value="solve">
        {t('ticket.solve')}
      </Button>
      <span className="small muted">{t('ticket.solve_more')}</span>
    </Form>
  );
}

/** Takes the unread mark off; not in the loader, because pages are prefetched. */
function useMarkRead(id: string, unread: boolean): void {
  useEffect(() => {
    if (unread) fetch(href('/support/:id/read', { id }), { method: 'POST', redirect: 'manual' }).catch(() => {});
  }, [id, unread]);
}
