import { Link } from './link.tsx';
import { Money } from './money.tsx';
import { Tag } from './tag.tsx';
import { Time } from './time.tsx';

interface Order {
  id: string;
  number: number;
  status: 'paid' | 'part_refunded' | 'refunded';
  total_cents: number;
  created_at: string;
  card_count: number;
}

const said = { paid: 'paid', part_refunded: 'part refunded', refunded: 'refunded' } as const;

export function OrderStatus({ status }: Pick<Order, 'status'>) {
  return <Tag tone={status === 'paid' ? 'good' : 'plain'}>{said[status]}</Tag>;
}

export function OrderRows({ orders }: { orders: Order[] }) {
  return (
    <ul className="lines-list panel">
      {orders.map((order) => (
        <li key={order.id}>
          <div>
            <Link to={`/orders/${order.id}`}>Order {order.number}</Link>
            <p className="muted small">
              {order.card_count} {order.card_count === 1 ? 'card' : 'cards'}, <Time at={order.created_at} />
            </p>
          </div>
          <span className="row">
            <OrderStatus status={order.status} />
            <Money cents={order.total_cents} />
          </span>
        </li>
      ))}
    </ul>
  );
}
