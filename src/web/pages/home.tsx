import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import { cardOptions, listCards } from '#contracts/cards.ts';
import { listNews } from '#contracts/news.ts';
import { listOrders } from '#contracts/orders.ts';
import { read } from '#web/api.ts';
import { useFrame } from '#web/live/use-frame.ts';
import { looksOf } from '#web/looks.ts';
import { titled } from '#web/titled.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { CardFace } from '#web/ui/card-face.tsx';
import { lookOf } from '#web/ui/card-look.ts';
import { Link } from '#web/ui/link.tsx';
import { Money } from '#web/ui/money.tsx';
import { OrderRows } from '#web/ui/order-rows.tsx';
import { Time } from '#web/ui/time.tsx';

export const meta = titled('Home');

export async function loader({ context, url }: LoaderFunctionArgs) {
  const where = { context, url };
  const [orders, cards, options, news] = await Promise.all([
    read(where, listOrders, { query: { per_page: '3' } }),
    read(where, listCards, { query: { sort: 'discount', per_page: '4' } }),
    read(where, cardOptions),
    read(where, listNews, { query: { per_page: '3' } }),
  ]);
  return {
    orders: orders.data,
    cards: cards.data,
    on_sale: options.data.total,
    looks: looksOf(options.data.programmes, cards.data),
    news: news.data.map(({ id, title, published_at }) => ({ id, title, published_at })),
  };
}

export default function Home() {
  const { orders, news } = useLoaderData<typeof loader>();
  const user = useFrame()?.user;
  return (
    <div className="stack home">
      <section className="balance-band">
        <div>
          <h1>
            <span className="balance-label">Your balance</span> <Money cents={user?.balance_cents ?? 0} />
          </h1>
          <p>Buys cards in this shop.</p>
        </div>
        <div className="row">
          <ButtonLink to="/billing" look="secondary">
            Add funds
          </ButtonLink>
          <ButtonLink to="/cards">Browse cards</ButtonLink>
        </div>
      </section>
      <Highlights />
      <div className="columns">
        <section className="stack">
          <div className="row">
            <h2>Latest orders</h2>
            <Link className="push small" to="/orders">
              All orders
            </Link>
          </div>
          {orders.length ? <OrderRows orders={orders} /> : <p className="muted">Your orders will stand here.</p>}
        </section>
        <section className="stack">
          <div className="row">
            <h2>News</h2>
            <Link className="push small" to="/news">
              All news
            </Link>
          </div>
          {news.length ? null : <p className="muted">No news yet.</p>}
          <ul className="lines-list panel">
            {news.map((item) => (
              <li key={item.id}>
                <Link to={`/news#${item.id}`}>{item.title}</Link>
                <span className="muted small">
                  <Time at={item.published_at} day />
                </span>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </div>
  );
}

function Highlights() {
  const { cards, looks, on_sale } = useLoaderData<typeof loader>();
  if (!cards.length) return null;
  return (
    <section className="stack">
      <div className="row">
        <h2>Largest discounts</h2>
        <Link className="push small" to="/cards?sort=discount">
          All {on_sale.toLocaleString('en-US')} cards
        </Link>
      </div>
      <ul className="highlights">
        {cards.map((card) => (
          <li key={card.id}>
            <Link to={`/cards?programme_id=${card.programme.id}&sort=discount`}>
              <CardFace {...card} programme={card.programme.name} look={lookOf(looks, card.programme.id)} />
              <span className="row small">
                <Money cents={card.price_cents} />
                <span className="discount">{Math.round(card.discount_bp / 100)} % off</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
