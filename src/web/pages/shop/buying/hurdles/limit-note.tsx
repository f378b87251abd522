import { href } from 'react-router';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Link } from '#web/ui/navigation/link.tsx';
import { exceededRoom, type SpendingRoom } from './order-limit.ts';

interface Props {
  room: SpendingRoom | null;
  cents: number;
}

/** Says before a purchase which limit it exceeds, with the way to raise it, or that its code comes an hour later. */
export function LimitNote({ room, cents }: Props) {
  const { t } = useI18n();
  const over = exceededRoom(room, cents);
  if (over) {
    const limit = { cents: over.limit_cents };
    return (
      <p className="limit-note">
        {t(over.kind === 'one_order' ? 'brand.over_order' : 'brand.over_day', { limit })}{' '}
        <Link to={href('/limits')}>{t('brand.limits_link')}</Link>
      </p>
    );
  }
  if (room?.at_once_cents == null || cents <= room.at_once_cents) return null;
  return <p className="small muted">{t('brand.waits')}</p>;
}
