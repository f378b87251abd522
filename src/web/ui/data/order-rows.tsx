import { href } from 'react-router';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Money } from '#web/ui/display/money.tsx';
import { Tag } from '#web/ui/display/tag.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { Link } from '#web/ui/navigation/link.tsx';

interface Order {
  id: string;
  number: number;
  status: 'paid' | 'part_refunded' | 'refunded';
  total_cents: number;
  created_at: string;
  card_count: number;
}

export function OrderStatus({ status }: Pick<Order, 'status'>) {
  const { t } = useI18n();
  return <Tag tone={status === 'paid' ? 'good' : 'plain'}>{t(`order.status.${status}`)}</Tag>;
}

export function OrderRows({ orders }: { orders: Order[] }) {
  const { t } = useI18n();
  return (
    <ul className="lines-list link-rows panel">
      {orders.map((order) => (
        <li key={order.id}>
          <div>
            <Link to={href('/orders/:id', { id: order.id })}>
              {t('order.number', { number: String(order.number) })}
            </Link>
            <p className="muted small">
              {t('cards.count', { count: order.card_count })}, <Time at={order.created_at} />
            </p>
          </div>
          <span className="order-sum">
            <Money cents={order.total_cents} />
            <OrderStatus status={order.status} />
          </span>
        </li>
      ))}
    </ul>
  );
}
