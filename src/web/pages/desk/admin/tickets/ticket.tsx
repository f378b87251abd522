import { type ActionFunctionArgs, data, href, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { listFilledAnswers } from '#contracts/desk/canned-answers.ts';
import { getDeskTicket, viewTicketBuyer } from '#contracts/desk/desk.ts';
import { MINUTE_MS } from '#contracts/time-units.ts';
import { readForm, refused } from '#web/forms/form-data.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useRevalidateAfter } from '#web/live/use-revalidate-after.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { useShortcutKeys } from '#web/root-data/use-shortcut-keys.ts';
import { useQueue } from '#web/router/use-queue.ts';
import { read } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';
import { besideQueue, goOn } from '#web/server/go-on.ts';
import { pageContext } from '#web/server/page-context.ts';
import { pageQueryOf } from '#web/server/page-query.ts';
import { ShortcutHelp } from '#web/ui/controls/shortcut-help.tsx';
import { Alert } from '#web/ui/display/alert.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { Pagination } from '#web/ui/navigation/pagination.tsx';
import { Conversation } from '#web/ui/ticket/conversation.tsx';
import { TicketStatus } from '#web/ui/ticket/ticket-status.tsx';
import { Presence } from './queue/presence.tsx';
import { Priority, Tags } from './queue/priorities.tsx';
import { Answer } from './ticket/answer.tsx';
import { Beside } from './ticket/beside.tsx';
import { insertAnswer } from './ticket/insert-answer.ts';
import { Merged } from './ticket/merged.tsx';
import { Notes } from './ticket/notes.tsx';
import { Review } from './ticket/review.tsx';
import { runIntent } from './ticket/run-intent.ts';
import { useMarkPresence } from './ticket/use-mark-presence.ts';

export const handle = title('desk.ticket', ({ ticket }: Awaited<ReturnType<typeof loader>>) => ({
  number: String(ticket.number),
}));

export async function loader({ context, url, params }: LoaderFunctionArgs) {
  const one = { params: { id: params.id ?? '' } };
  const [ticket, buyer, answers] = await Promise.all([
    read({ context, url }, getDeskTicket, { ...one, query: pageQueryOf(url) }),
    read({ context, url }, viewTicketBuyer, one),
    read({ context, url }, listFilledAnswers, one),
  ]);
  return {
    ticket: ticket.data,
    about: buyer.data,
    answers: answers.data,
    key: crypto.randomUUID(),
    now: context.get(pageContext).now.toISOString(),
  };
}

export async function action({ request, context, url, params: { id = '' } }: ActionFunctionArgs) {
  const field = await readForm(request);
  const values = {
    intent: field('intent'),
    body: field('body'),
    comment_id: field('comment_id'),
    key: field('key'),
    priority: field('priority'),
    tag: field('tag'),
    into: field('into'),
    assignee_id: field('assignee_id'),
    taken_from: field('taken_from'),
    version: field('version'),
    tags: field.all('tags').join(),
    settle: field('settle'),
    inserted: field('intent') === 'insert' ? field('canned') : field('inserted'),
  };
  if (values.intent === 'insert') {
    const { data: answers } = await read({ context, url }, listFilledAnswers, { params: { id } });
    const chosen = answers.find((one) => one.id === values.inserted);
    const body = insertAnswer(values.body, chosen?.body ?? '');
    const besides = { tags: chosen?.tags.join() ?? '', settle: chosen?.settle ?? '' };
    return data({ refusal: undefined, values: { ...values, ...besides, body } });
  }
  const { outcome, said } = await runIntent({ context, url }, id, values);
  if (!outcome.ok) return refused(outcome.refusal, values);
  const toast = flash({ type: 'success', title: said, content: '' });
  const own = href('/admin/tickets/:id', { id });
  const to = values.intent === 'answer_next' ? goOn(field, url, own) : besideQueue(url, own);
  return redirect(to, { headers: { 'set-cookie': toast } });
}

const CLOSED = 5;
/** Who left without a word is forgotten after a minute. */
const PRESENT_MS = MINUTE_MS;

export default function DeskTicket() {
  const { t } = useI18n();
  const { ticket, about, answers, key, now } = useLoaderData<typeof loader>();
  const me = useRootData()?.user;
  const may = me?.roles.includes('support') ?? false;
  const queue = useQueue();
  const { back } = useShortcutKeys();
  useMarkPresence(ticket.id, may);
  useRevalidateAfter(ticket.present.length ? PRESENT_MS : null, now);
  // A colleague's answer leaves what is being typed, and where, alone.
  const sent = ticket.comments.filter(({ by_staff, author }) => by_staff && author === me?.username);
  return (
    <>
      <PageHead
        title={`#${ticket.number} ${ticket.subject}`}
        lead={
          queue?.name === 'tickets' ? undefined : (
            <Link to={href('/admin/tickets')} aria-keyshortcuts={back}>
              {t('desk.title')}
            </Link>
          )
        }
      >
        <Presence present={ticket.present} />
        <ShortcutHelp keys={useKeys()} />
        <Tags tags={ticket.tags} />
        <Priority priority={ticket.priority} />
        <TicketStatus status={ticket.status} desk />
      </PageHead>
      <div className="ticket-desk" key={ticket.id}>
        <div className="stack">
          {ticket.guest_email === null ? null : (
            <Alert tone="warn">{t('desk.guest_more', { email: ticket.guest_email })}</Alert>
          )}
          <Merged ticket={ticket} />
          <Conversation
            comments={ticket.comments}
            authorOf={({ author, by_staff, by_mail }) => {
              if (by_staff) return t('desk.by_staff', { name: author });
              return by_mail ? t('desk.by_mail', { name: author }) : author;
            }}
            waiting={t('desk.waiting_for_review')}
            actionsOf={({ id, review }) => (may ? <Review id={id} review={review} /> : null)}
          />
          <Pagination meta={ticket.comments_meta} />
          {ticket.status === CLOSED && !ticket.merged_into ? <Alert>{t('desk.closed_more')}</Alert> : null}
          {may && ticket.status !== CLOSED ? (
            <Answer
              key={sent.at(-1)?.id}
              id={ticket.id}
              sent={sent.map(({ body }) => body)}
              answers={answers}
              version={ticket.version}
              idempotencyKey={key}
            />
          ) : null}
          <Notes
            key={`notes-${ticket.notes.filter(({ author }) => author === me?.username).length}`}
            ticket={ticket}
            may={may}
            idempotencyKey={key}
          />
        </div>
        <Beside ticket={ticket} about={about} may={may} now={now} />
      </div>
    </>
  );
}

function useKeys() {
  const { t } = useI18n();
  const keys = useShortcutKeys();
  return [
    { key: keys.next, does: t('shortcuts.next') },
    { key: keys.previous, does: t('shortcuts.previous') },
    { key: keys.take, does: t('shortcuts.take') },
    { key: keys.reply, does: t('shortcuts.reply') },
    { key: keys.note, does: t('shortcuts.note') },
    { key: keys.solve, does: t('shortcuts.solve') },
    { key: keys.back, does: t('shortcuts.back') },
    { key: 'Ctrl Enter', does: t('shortcuts.send') },
    { key: 'Ctrl Shift Enter', does: t('desk.send_next') },
    { key: keys.help, does: t('shortcuts.list') },
  ];
}
