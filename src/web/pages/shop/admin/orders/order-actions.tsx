import { href } from 'react-router';
import { holdsDuty } from '#contracts/holds-duty.ts';
import type { PlacedOrder } from '#contracts/shop/orders.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { ButtonLink } from '#web/ui/controls/button.tsx';

/** What staff can do about an order, as far as their duties go: each leads to where it is done, with the order named. */
export function OrderActions({ order: { number, buyer } }: { order: PlacedOrder }) {
  const { t } = useI18n();
  const roles = useRootData()?.user?.roles ?? [];
  const actions = [
    {
      does: 'refund',
      duties: ['support', 'approver'],
      label: t('placed.refund'),
      to: `${href('/admin/users/:id', { id: buyer.id })}?${new URLSearchParams({ tab: 'actions', order: String(number) })}#adjust`,
    },
    {
      duties: ['support', 'auditor'],
      label: t('placed.tickets_of', { name: buyer.username }),
      to: `${href('/admin/tickets')}?${new URLSearchParams({ view: 'all', q: buyer.username })}`,
    },
    {
      duties: ['support', 'approver', 'auditor', 'payouts'],
      label: t('placed.orders_of', { name: buyer.username }),
      to: `${href('/admin/orders')}?${new URLSearchParams({ who: buyer.username })}`,
    },
  ].filter(({ duties }) => holdsDuty(roles, ...duties));
  return (
    <nav className="row" aria-label={t('placed.actions')}>
      {actions.map(({ label, to, does }) => (
        <ButtonLink key={to} to={to} data-does={does} variant="secondary" size="small">
          {label}
        </ButtonLink>
      ))}
    </nav>
  );
}
