import { href } from 'react-router';
import type { DeskTicketDetail } from '#contracts/desk/desk.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Alert } from '#web/ui/display/alert.tsx';
import { Link } from '#web/ui/navigation/link.tsx';

/** Where the conversation goes on, or which others go on here. */
export function Merged({ ticket: { merged_into, merged } }: { ticket: DeskTicketDetail }) {
  const { t } = useI18n();
  const linkTo = ({ id, number }: { id: string; number: number }) => (
    <Link key={id} to={href('/admin/tickets/:id', { id })}>
      {t('desk.ticket', { number: String(number) })}
    </Link>
  );
  return (
    <>
      {merged_into ? (
        <Alert>
          {t('desk.merged_into')} {linkTo(merged_into)}
        </Alert>
      ) : null}
      {merged.length ? (
        <p className="row small muted">
          {t('desk.merged')} {merged.map(linkTo)}
        </p>
      ) : null}
    </>
  );
}
