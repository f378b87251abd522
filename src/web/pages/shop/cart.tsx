import { type ActionFunctionArgs, data, href, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { cardOptions } from '#contracts/cards.ts';
import { type CartItem, getCart, removeFromCart } from '#contracts/cart.ts';
import { listOrders, placeOrder } from '#contracts/orders.ts';
import type { Funds } from '#contracts/shapes.ts';
import { readForm } from '#web/forms/form-data.ts';
import { revalidateRefused } from '#web/forms/revalidate-refused.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useCartIds } from '#web/root-data/use-cart-ids.ts';
import { attempt, type Refusal, read } from '#web/server/api.ts';
import { cardThemeOf } from '#web/ui/card/card-theme.ts';
import { cardThemesOf } from '#web/ui/card/card-themes.ts';
import { ButtonLink } from '#web/ui/controls/button.tsx';
import { Empty } from '#web/ui/display/empty.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { CartLine } from './cart/cart-line.tsx';
import { Checkout } from './cart/checkout.tsx';
import { UnavailableLines } from './cart/unavailable-lines.tsx';
import '#web/styles/buying.css';

export const handle = title('cart.title');

export async function loader({ context, url }: LoaderFunctionArgs) {
  const where = { context, url };
  const [cart, options, orders] = await Promise.all([
    read(where, getCart),
    read(where, cardOptions),
    read(where, listOrders, { query: { per_page: '1' } }),
  ]);
  return {
    items: cart.data,
    themes: cardThemesOf(options.data.programmes, cart.data),
    funds: fundsOf(options.data.programmes, cart.data),
    is_first_order: orders.meta.total === 0,
    order_key: crypto.randomUUID(),
  };
}

/** What becomes of the money on the cards in the cart, by programme. */
function fundsOf(
  programmes: readonly { value: string; funds: Funds | null }[],
  items: readonly CartItem[],
): Record<string, Funds | null> {
  const shown = new Set(items.map(({ programme }) => programme.id));
  return Object.fromEntries(
    programmes.filter(({ value }) => shown.has(value)).map(({ value, funds }) => [value, funds]),
  );
}

export async function action({ request, context, url }: ActionFunctionArgs) {
  const field = await readForm(request);
  const where = { context, url };
  const refused = (refusal: Refusal) => data({ refusal }, { status: refusal.status });
  if (field('remove')) {
    const outcome = await attempt(where, removeFromCart, { query: { ids: field('remove') } });
    return outcome.ok ? data({}) : refused(outcome.refusal);
  }
  const outcome = await attempt(where, placeOrder, {
    body: { ids: field('ids').split(','), expected_total_cents: Number(field('total_cents')) || 0 },
    idempotencyKey: field('order_key'),
  });
  return outcome.ok ? redirect(href('/orders/:id', { id: outcome.reply.data.id })) : refused(outcome.refusal);
}

/** Scammers make their victims buy several cards at once, often in a shop that is new to them. */
const MANY_CARDS = 3;

export const shouldRevalidate = revalidateRefused;

export default function Cart() {
  const { t } = useI18n();
  const { items, themes, funds, is_first_order, order_key } = useLoaderData<typeof loader>();
  const cart_ids = useCartIds();
  const lines = items.filter(({ id }) => cart_ids.includes(id));
  const buyable = lines.filter(({ status }) => status === 'available');
  const unavailable = lines.filter(({ status }) => status !== 'available');
  return (
    <>
      <PageHead title={t('cart.title')} lead={lines.length ? t('cart.lead') : undefined} />
      {lines.length ? null : (
        <Empty title={t('cart.empty')} action={<ButtonLink to={href('/cards')}>{t('cards.browse')}</ButtonLink>}>
          {t('cart.empty_more')}
        </Empty>
      )}
      {/* Hidden rather than removed: a line whose removal fails reappears with the error. */}
      <div className="cart" hidden={!lines.length}>
        <div className="stack">
          {unavailable.length ? <UnavailableLines items={unavailable} /> : null}
          <ul className="panel cart-lines">
            {items.map((item) => (
              <CartLine
                key={item.id}
                item={item}
                theme={cardThemeOf(themes, item.programme.id)}
                funds={funds[item.programme.id] ?? null}
                gone={!cart_ids.includes(item.id)}
              />
            ))}
          </ul>
        </div>
        <Checkout items={buyable} warned={is_first_order || buyable.length >= MANY_CARDS} order_key={order_key} />
      </div>
    </>
  );
}
