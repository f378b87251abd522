import { href, type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { cardOptions } from '#contracts/cards.ts';
import { listNews } from '#contracts/content.ts';
import { listOrders } from '#contracts/orders.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { read } from '#web/server/api.ts';
import { Face } from '#web/ui/card/card-face.tsx';
import { ButtonLink } from '#web/ui/controls/button.tsx';
import { OrderRows } from '#web/ui/data/order-rows.tsx';
import { Money } from '#web/ui/display/money.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { Link } from '#web/ui/navigation/link.tsx';

export const handle = title('home.title');

const SHOWN = 8;

export async function loader({ context, url }: LoaderFunctionArgs) {
  const where = { context, url };
  const [orders, options, news] = await Promise.all([
    read(where, listOrders, { query: { per_page: '3' } }),
    read(where, cardOptions),
    read(where, listNews, { query: { per_page: '3' } }),
  ]);
  return {
    orders: orders.data,
    on_sale: options.data.total,
    programmes: options.data.programmes
      .toSorted((a, b) => b.count - a.count)
      .slice(0, SHOWN)
      .map(({ value, label, count, color_from, color_to, motif }) => ({
        value,
        label,
        count,
        theme: { color_from, color_to, motif },
      })),
    news: news.data.map(({ id, title, published_at }) => ({ id, title, published_at })),
  };
}

export default function Home() {
  const { t } = useI18n();
  const { orders, news } = useLoaderData<typeof loader>();
  const user = useRootData()?.user;
  return (
    <div className="stack home">
      <section className="balance-band">
        <div>
          <h1>
            <span className="balance-label">{t('home.balance')}</span> <Money cents={user?.balance_cents ?? 0} />
          </h1>
          <p>{t('home.balance_more')}</p>
        </div>
        <div className="row">
          <ButtonLink to={href('/billing')} variant="secondary">
            {t('billing.title')}
          </ButtonLink>
          <ButtonLink to={href('/cards')}>{t('cards.browse')}</ButtonLink>
        </div>
      </section>
      <Highlights />
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

function Highlights() {
  const { t } = useI18n();
  const { programmes, on_sale } = useLoaderData<typeof loader>();
  if (!programmes.length) return null;
  return (
    <section className="stack">
      <div className="row">
        <h2>{t('home.stock')}</h2>
        <Link className="push small" to={href('/cards')}>
          {t('home.all_cards', { count: on_sale })}
        </Link>
      </div>
      <ul className="highlights">
        {programmes.map(({ value, label, count, theme }) => (
          <li key={value}>
            <Link to={`${href('/cards')}?programme_id=${value}`}>
              <Face programme={label} theme={theme} value={t('cards.count', { count })} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
