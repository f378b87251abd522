import { href, useLoaderData } from 'react-router';
import type { DeskTicket, Present } from '#contracts/desk/desk.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import type { Column } from '#web/ui/data/table.tsx';
import { Tag } from '#web/ui/display/tag.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { TicketStatus } from '#web/ui/ticket/ticket-status.tsx';
import { Due } from './due.tsx';
import { PresenceTags } from './presence.tsx';
import { Priority } from './priorities.tsx';

const Person = ({ id, username }: { id: string; username: string }) => (
  <Link to={href('/admin/users/:id', { id })}>{username}</Link>
);

export function useTicketColumns(): Column<DeskTicket & { present: Present }>[] {
  const { t } = useI18n();
  const { now } = useLoaderData<{ now: string }>();
  return [
    {
      key: 'subject',
      header: t('desk.subject'),
      priority: 'lead',
      cell: ({ number, subject, category, tags }) => (
        <>
          {`#${number} ${subject}`}
          <small>{[category, ...tags].join(' · ')}</small>
        </>
      ),
    },
    {
      key: 'status',
      header: t('desk.status'),
      cell: ({ status, in_review, present }) => (
        <span className="row">
          <TicketStatus status={status} desk />
          {in_review ? <Tag tone="warn">{t('ticket.in_review')}</Tag> : null}
          <PresenceTags present={present} />
        </span>
      ),
    },
    { key: 'priority', header: t('desk.priority'), cell: ({ priority }) => <Priority priority={priority} /> },
    {
      key: 'buyer',
      header: t('desk.buyer'),
      cell: ({ user, guest_email }) =>
        user ? (
          <Person {...user} />
        ) : (
          <span className="guest-address">{t('desk.guest', { email: guest_email ?? '' })}</span>
        ),
    },
    {
      key: 'waiting',
      header: t('desk.waiting_since'),
      priority: 'low',
      cell: ({ waiting_since }) => (waiting_since ? <Time at={waiting_since} /> : null),
    },
    { key: 'due', header: t('desk.due'), cell: ({ due_at }) => (due_at ? <Due at={due_at} now={now} /> : null) },
    {
      key: 'assignee',
      header: t('desk.assignee'),
      cell: ({ assignee }) => (assignee ? <Person {...assignee} /> : <span className="muted">{t('desk.nobody')}</span>),
    },
  ];
}
