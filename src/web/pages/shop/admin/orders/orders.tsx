import { href, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { listPlacedOrders, type PlacedOrder } from '#contracts/shop/orders.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { SectionLink } from '#web/layouts/admin/section-link.tsx';
import { cursorOf, daysOf, typedValue } from '#web/pages/oversight/admin/audit/audit-query.ts';
import { read } from '#web/server/api.ts';
import { pageLink } from '#web/server/page-link.ts';
import { Filters } from '#web/ui/data/filters.tsx';
import { OrderStatus } from '#web/ui/data/order-rows.tsx';
import { type Column, Table } from '#web/ui/data/table.tsx';
import { Empty } from '#web/ui/display/empty.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { Pager } from '#web/ui/navigation/pagination.tsx';
import { Ago } from '#web/ui/office/ago.tsx';

export const handle = title('orders.title');

const states = ['paid', 'part_refunded', 'refunded'] as const;

export async function loader({ context, url }: LoaderFunctionArgs) {
  const { searchParams: search } = url;
  const who = typedValue(search, 'who');
  const number = /^#?([1-9]\d{0,11})$/.exec(typedValue(search, 'number'))?.[1];
  const state = states.find((one) => one === search.get('state'));
  const first = search.get('first') === '1' && ({ first: '1' } as const);
  const query = { ...(who && { who }), ...(number && { number }), ...(state && { state }), ...first };
  const { data, links } = await read({ context, url }, listPlacedOrders, {
    query: { ...query, ...daysOf(search), ...cursorOf(search) },
  });
  return { orders: data, prev: pageLink(links.prev, url), next: pageLink(links.next, url) };
}

export default function Orders() {
  const { t } = useI18n();
  const { orders, prev, next } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={t('orders.title')} lead={t('placed.lead')} />
      <div className="stack">
        <Filters
          filters={[
            { name: 'who', label: t('placed.who') },
            { name: 'number', label: t('placed.number') },
            {
              name: 'state',
              label: t('claims.state'),
              any: t('users.any'),
              options: states.map((value) => ({ value, label: t(`order.status.${value}`) })),
            },
            {
              name: 'first',
              label: t('placed.which'),
              any: t('users.any'),
              options: [{ value: '1', label: t('placed.first') }],
            },
            { name: 'from', label: t('history.from'), type: 'date' },
            { name: 'to', label: t('history.to'), type: 'date' },
          ]}
          keep={[]}
        />
        <Table
          caption={t('orders.title')}
          columns={useColumns()}
          rows={orders}
          keyOf={({ id }) => id}
          hrefOf={({ id }) => href('/admin/orders/:id', { id })}
          empty={
            <Empty title={t('list.nothing')} action={<Link to={href('/admin/orders')}>{t('list.show_all')}</Link>} />
          }
        />
        <Pager prev={prev} next={next} />
      </div>
    </>
  );
}

function useColumns(): Column<PlacedOrder>[] {
  const { t, money, number } = useI18n();
  return [
    { key: 'number', header: t('claims.order'), priority: 'lead', cell: (one) => <b>{`#${one.number}`}</b> },
    {
      key: 'state',
      header: t('claims.state'),
      priority: 'side',
      cell: ({ status }) => <OrderStatus status={status} />,
    },
    {
      key: 'buyer',
      header: t('claims.buyer'),
      cell: ({ buyer }) => <SectionLink to={href('/admin/users/:id', { id: buyer.id })}>{buyer.username}</SectionLink>,
    },
    { key: 'cards', header: t('placed.cards'), align: 'end', cell: ({ card_count }) => number(card_count) },
    { key: 'total', header: t('order.receipt_total'), align: 'end', cell: ({ total_cents }) => money(total_cents) },
    {
      key: 'refunded',
      header: t('order.refunded'),
      align: 'end',
      priority: 'low',
      cell: ({ refunded_cents }) => (refunded_cents ? money(refunded_cents) : null),
    },
    { key: 'at', header: t('order.paid_at'), align: 'end', cell: ({ created_at }) => <Ago at={created_at} /> },
  ];
}
