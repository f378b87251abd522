import { href } from 'react-router';
import type { TicketSummary } from '#contracts/desk/support.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Tag } from '#web/ui/display/tag.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { TicketStatus } from '#web/ui/ticket/ticket-status.tsx';

export function TicketRows({ tickets }: { tickets: readonly TicketSummary[] }) {
  const { t } = useI18n();
  return (
    <ul className="lines-list link-rows panel">
      {tickets.map(({ id, number, subject, status, category, unread, updated_at }) => (
        <li key={id}>
          <div>
            <Link to={href('/support/:id', { id })}>{subject}</Link>
            <p className="muted small ticket-meta">
              <span>{t('ticket.number', { number: String(number) })}</span>
              <span>{category}</span>
              <Time at={updated_at} />
            </p>
          </div>
          <span className="row">
            {unread ? <Tag tone="warn">{t('ticket.unread')}</Tag> : null}
            <TicketStatus status={status} />
          </span>
        </li>
      ))}
    </ul>
  );
}
