import { href, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { listOrders } from '#contracts/shop/orders.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { readWaiting } from '#web/pages/coins/billing/purchase/read-waiting.ts';
import { WaitingNote } from '#web/pages/coins/billing/purchase/waiting-note.tsx';
import { read } from '#web/server/api.ts';
import { pageQueryOf } from '#web/server/page-query.ts';
import { ButtonLink } from '#web/ui/controls/button.tsx';
import { OrderRows } from '#web/ui/data/order-rows.tsx';
import { Empty } from '#web/ui/display/empty.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { Pagination } from '#web/ui/navigation/pagination.tsx';
import { OrderSections } from './order-sections.tsx';

export const handle = title('orders.title');

export async function loader({ context, url }: LoaderFunctionArgs) {
  const where = { context, url };
  const [orders, waiting] = await Promise.all([
    read(where, listOrders, { query: pageQueryOf(url) }),
    readWaiting(where),
  ]);
  return { orders, waiting };
}

export default function Orders() {
  const { t } = useI18n();
  const {
    orders: { data: orders, meta },
    waiting,
  } = useLoaderData<typeof loader>();
  return (
    <>
      <OrderSections />
      <PageHead title={t('orders.title')} lead={t('orders.lead')}>
        {orders.length ? (
          <ButtonLink to={href('/withdraw')} variant="secondary" size="small">
            {t('withdrawal.title')}
          </ButtonLink>
        ) : null}
      </PageHead>
      <WaitingNote waiting={waiting} />
      {orders.length ? (
        <OrderRows orders={orders} />
      ) : (
        <Empty title={t('orders.none')} action={<ButtonLink to={href('/cards')}>{t('cards.browse')}</ButtonLink>}>
          {t('orders.none_more')}
        </Empty>
      )}
      <Pagination meta={meta} />
    </>
  );
}
