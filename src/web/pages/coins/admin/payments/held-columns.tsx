import { href } from 'react-router';
import type { HeldPayment } from '#contracts/coins/holds.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import type { Column } from '#web/ui/data/table.tsx';
import { Tag } from '#web/ui/display/tag.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { Ago } from '#web/ui/office/ago.tsx';

/** The columns of a list of payments on hold. */
export function useHeldColumns(): Column<HeldPayment>[] {
  const { t, coins, money, number } = useI18n();
  return [
    {
      key: 'held',
      header: t('admin.held'),
      priority: 'lead',
      cell: ({ held_units, coin, held_cents }) => (
        <>
          {coins(held_units, coin)} {held_cents === null ? null : <small>{money(held_cents)}</small>}
        </>
      ),
    },
    {
      key: 'reason',
      header: t('admin.hold_reason'),
      cell: ({ hold_reason }) =>
        hold_reason ? (
          <Tag tone={hold_reason === 'review' ? 'bad' : 'plain'}>{t(`admin.hold.${hold_reason}`)}</Tag>
        ) : null,
    },
    {
      key: 'user',
      header: t('admin.user'),
      cell: ({ user }) => <Link to={href('/admin/users/:id', { id: user.id })}>{user.username}</Link>,
    },
    { key: 'tier', header: t('review.tier'), align: 'end', priority: 'low', cell: ({ user }) => number(user.tier) },
    {
      key: 'credited',
      header: t('payment.credited_column'),
      align: 'end',
      cell: ({ credited_cents }) => money(credited_cents),
    },
    {
      key: 'since',
      header: t('admin.since'),
      align: 'end',
      cell: ({ first_seen_at }) => <Ago at={first_seen_at} />,
    },
  ];
}
