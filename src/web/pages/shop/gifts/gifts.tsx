import { href, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { listGiftLinks } from '#contracts/shop/gifts.ts';
import { getOrder } from '#contracts/shop/orders.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { read } from '#web/server/api.ts';
import { pageContext } from '#web/server/page-context.ts';
import { PrintButton } from '#web/ui/controls/print-button.tsx';
import { Empty } from '#web/ui/display/empty.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { Present, withQr } from './present.tsx';
import '#web/styles/buying.css';

export const handle = title('gift.all_title');

export async function loader({ context, url, params: { id = '' } }: LoaderFunctionArgs) {
  const where = { context, url };
  const [{ data: order }, { data: gifts }] = await Promise.all([
    read(where, getOrder, { params: { id } }),
    read(where, listGiftLinks, { params: { id } }),
  ]);
  const { now } = context.get(pageContext);
  return { order_id: order.id, gifts: gifts.map((gift) => withQr(gift, now)) };
}

/** The unopened gifts of an order, to print or to send together. */
export default function Gifts() {
  const { t } = useI18n();
  const { order_id, gifts } = useLoaderData<typeof loader>();
  return (
    <div className="reading stack sheet">
      <PageHead title={t('gift.all_title')}>
        <div className="row no-print">
          <Link to={href('/orders/:id', { id: order_id })}>{t('gift.order')}</Link>
          <PrintButton />
        </div>
      </PageHead>
      {gifts.length ? null : <Empty title={t('gift.none_open')}>{t('gift.none_open_more')}</Empty>}
      {gifts.map((gift) => (
        <Present key={gift.id} gift={gift} />
      ))}
      {gifts.length ? <p className="small muted no-print">{t('gift.keep_link')}</p> : null}
    </div>
  );
}
