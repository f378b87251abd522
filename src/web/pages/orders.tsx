import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { listOrders } from '#contracts/orders.ts';
import { read } from '#web/api.ts';
import { pageQueryOf } from '#web/page-query.ts';
import { titled } from '#web/titled.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Empty } from '#web/ui/empty.tsx';
import { OrderRows } from '#web/ui/order-rows.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { Pagination } from '#web/ui/pagination.tsx';

export const meta = titled('Orders');

export async function loader({ context, url }: LoaderFunctionArgs) {
  return read({ context, url }, listOrders, { query: pageQueryOf(url) });
}

export default function Orders() {
  const { data: orders, meta } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title="Orders" lead="Every card you bought, with its code behind a button." />
      {orders.length ? (
        <OrderRows orders={orders} />
      ) : (
        <Empty title="No orders yet" action={<ButtonLink to="/cards">Browse cards</ButtonLink>}>
          Your first one will stand here.
        </Empty>
      )}
      <Pagination meta={meta} />
    </>
  );
}
