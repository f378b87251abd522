import { href, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { listNews } from '#contracts/content/content.ts';
import { listBrands } from '#contracts/shop/brands.ts';
import { listAttention } from '#contracts/shop/home.ts';
import { listOrders } from '#contracts/shop/orders.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { read } from '#web/server/api.ts';
import { pageContext } from '#web/server/page-context.ts';
import { shownBrand } from '#web/ui/brand/shown-brand.ts';
import { ButtonLink } from '#web/ui/controls/button.tsx';
import { OrderRows } from '#web/ui/data/order-rows.tsx';
import { Money } from '#web/ui/display/money.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { Attention } from './home/attention.tsx';
import { Brands } from './home/brands.tsx';

export const handle = title('home.title');

const SHOWN = 10;

export async function loader({ context, url }: LoaderFunctionArgs) {
  const where = { context, url };
  const [orders, { data: brands }, news, attention] = await Promise.all([
    read(where, listOrders, { query: { per_page: '3' } }),
    read(where, listBrands),
    read(where, listNews, { query: { per_page: '3' } }),
    read(where, listAttention, { query: { time_zone: context.get(pageContext).time_zone } }),
  ]);
  return {
    orders: orders.data,
    attention: attention.data,
    on_sale: brands.reduce((sum, { on_sale }) => sum + on_sale, 0),
    brands: brands
      .filter(({ on_sale }) => on_sale)
      .toSorted((a, b) => b.on_sale - a.on_sale)
      .slice(0, SHOWN)
      .map(shownBrand),
    news: news.data.map(({ id, title, published_at }) => ({ id, title, published_at })),
  };
}

export default function Home() {
  const { t } = useI18n();
  const { orders, news, attention, brands, on_sale } = useLoaderData<typeof loader>();
  const user = useRootData()?.user;
  return (
    <div className="stack home">
      <section className="balance-band">
        <div>
          <h1>
            <span className="balance-label">{t('home.balance')}</span> <Money cents={user?.balance_cents ?? 0} />
          </h1>
          <p>{t(orders.length || attention.length ? 'home.balance_more' : 'home.start')}</p>
        </div>
        <div className="row">
          <ButtonLink to={href('/billing')} variant="secondary">
            {t('billing.title')}
          </ButtonLink>
          <ButtonLink to={href('/cards')}>{t('cards.browse')}</ButtonLink>
        </div>
      </section>
      <Attention items={attention} />
      <Brands brands={brands} on_sale={on_sale} />
      <div className="columns">
        <section className="stack">
          <div className="row">
            <h2>{t('home.orders')}</h2>
            <Link className="push small" to={href('/orders')}>
              {t('home.all_orders')}
            </Link>
          </div>
          {orders.length ? <OrderRows orders={orders} /> : <p className="muted">{t('home.no_orders')}</p>}
        </section>
        <section className="stack">
          <div className="row">
            <h2>{t('news.title')}</h2>
            <Link className="push small" to={href('/news')}>
              {t('home.all_news')}
            </Link>
          </div>
          {news.length ? null : <p className="muted">{t('home.no_news')}</p>}
          <ul className="lines-list panel">
            {news.map((item) => (
              <li key={item.id}>
                <div>
                  <Link to={href('/news/:id', { id: item.id })}>{item.title}</Link>
                  <p className="muted small">
                    <Time at={item.published_at} day />
                  </p>
                </div>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </div>
  );
}
