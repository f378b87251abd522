import { useEffect, useState } from 'react';
import { type ActionFunctionArgs, data, href, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import type { Funds } from '#contracts/shapes.ts';
import { cardOptions } from '#contracts/shop/cards.ts';
import { addByValue, addToCart, type CartItem, getCart, getCartLimits, removeFromCart } from '#contracts/shop/cart.ts';
import { readForm } from '#web/forms/form-data.ts';
import { revalidateRefused } from '#web/forms/revalidate-refused.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useCartIds } from '#web/root-data/use-cart-ids.ts';
import { attempt, type Refusal, read, type Where } from '#web/server/api.ts';
import { cartCookie, readCart } from '#web/server/cookies/cart-cookie.ts';
import { pageContext } from '#web/server/page-context.ts';
import { withPreserved } from '#web/server/preserve-form.ts';
import { cardThemeOf } from '#web/ui/card/card-theme.ts';
import { cardThemesOf } from '#web/ui/card/card-themes.ts';
import { notUsableIn } from '#web/ui/card/not-usable-in.ts';
import { ButtonLink } from '#web/ui/controls/button.tsx';
import { Empty } from '#web/ui/display/empty.tsx';
import { Live } from '#web/ui/feedback/live.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { CartGroup } from './cart/cart-group.tsx';
import { groupLines } from './cart/group-lines.ts';
import { UnavailableLines } from './cart/unavailable-lines.tsx';
import { type Removed, UndoRemove } from './cart/undo-remove.tsx';
import { BoughtCards } from './pay/bought-cards.tsx';
import { Checkout } from './pay/checkout.tsx';
import { coinsToAdd } from './pay/coins-to-add.ts';
import { isFirstOrder } from './pay/is-first-order.ts';
import { type Bought, pay } from './pay/pay.ts';
import '#web/styles/buying.css';

export const handle = title('cart.title');

export async function loader({ request, context, url }: LoaderFunctionArgs) {
  const where = { context, url };
  const { secure, catalogue } = context.get(pageContext);
  const aside = catalogue === 'public' ? readCart(request.headers.get('cookie'), secure) : [];
  // What a visitor chose before signing in; a card that is gone meanwhile is left out.
  for (const id of aside) await attempt(where, addToCart, { body: { ids: [id] } }, [403, 404, 422]);
  if (aside.length > 0) throw redirect(href('/cart'), { headers: { 'set-cookie': cartCookie([], secure) } });
  const [cart, limits, options, is_first_order] = await Promise.all([
    read(where, getCart),
    read(where, getCartLimits),
    read(where, cardOptions),
    isFirstOrder(where),
  ]);
  const loaded = {
    items: cart.data,
    limits: limits.data,
    themes: cardThemesOf(options.data.programmes, cart.data),
    funds: fundsOf(options.data.programmes, cart.data),
    brands: Object.fromEntries(options.data.programmes.map(({ value, brand }) => [value, brand])),
    abroad: abroadOf(options.data.programmes, context.get(pageContext).user?.country),
    is_first_order,
    offered: await coinsToAdd(where, limits.data),
    order_key: crypto.randomUUID(),
  };
  return withPreserved(loaded, { request, url });
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

/** The buyer's country by the programmes whose cards can't be redeemed there. */
const abroadOf = (programmes: readonly { value: string; countries: string[] }[], country: string | null | undefined) =>
  Object.fromEntries(programmes.map(({ value, countries }) => [value, notUsableIn(countries, country)]));

export async function action({ request, context, url }: ActionFunctionArgs) {
  const field = await readForm(request);
  const where = { context, url };
  const refused = (refusal: Refusal) => data({ refusal }, { status: refusal.status });
  if (field('remove')) {
    const ids = field('remove').split(',');
    const removed = await toPutBack(where, ids);
    const outcome = await attempt(where, removeFromCart, { query: { ids: ids.join(',') } });
    return outcome.ok ? data({ removed }) : refused(outcome.refusal);
  }
  if (field('add') || field('values')) {
    const refusal = await putBack(where, { ids: list(field('add')), values: list(field('values')) });
    return refusal ? refused(refusal) : data({});
  }
  return pay(where, field);
}

const list = (text: string) => text.split(',').filter(Boolean);

/** What the removal of some cards would take away that could be added again; undefined: nothing. */
async function toPutBack(where: Where, ids: readonly string[]): Promise<Removed | undefined> {
  const cart = await read(where, getCart);
  const items = cart.data.filter(({ id, status }) => ids.includes(id) && status === 'available');
  if (!items.length) return undefined;
  return {
    cards: items.map(({ programme, face_cents, currency }) => ({ name: programme.name, face_cents, currency })),
    gone: items.map(({ id }) => id),
    ids: items.filter(({ by_value }) => !by_value).map(({ id }) => id),
    values: items
      .filter(({ by_value }) => by_value)
      .map(({ programme, face_cents, price_cents }) => [programme.id, face_cents, price_cents].join(' ')),
  };
}

/** Adds again what was removed: certain cards as they were, and for each line by value a card that costs no more. */
async function putBack(where: Where, { ids, values }: Pick<Removed, 'ids' | 'values'>): Promise<Refusal | undefined> {
  if (ids.length) {
    const outcome = await attempt(where, addToCart, { body: { ids } });
    if (!outcome.ok) return outcome.refusal;
  }
  for (const value of values) {
    const [programme_id = '', face_cents, max_price_cents] = value.split(' ');
    const outcome = await attempt(where, addByValue, {
      body: {
        programme_id,
        face_cents: Number(face_cents),
        max_price_cents: Number(max_price_cents),
        quantity: 1,
      },
      idempotencyKey: crypto.randomUUID(),
    });
    if (!outcome.ok) return outcome.refusal;
  }
  return undefined;
}

export const shouldRevalidate = revalidateRefused;

export default function Cart() {
  const { t } = useI18n();
  const { items, themes, funds, brands, abroad, limits, is_first_order, order_key, offered } =
    useLoaderData<typeof loader>();
  const posted = useActionResult() as { removed?: Removed; bought?: Bought } | undefined;
  const [removed, setRemoved] = useState<Removed>();
  const taken_out = posted?.removed;
  useEffect(() => {
    if (taken_out) setRemoved(taken_out);
  }, [taken_out]);
  const cart_ids = useCartIds();
  const lines = items.filter(({ id }) => cart_ids.includes(id));
  const buyable = lines.filter(({ status }) => status === 'available');
  const unavailable = lines.filter(({ status }) => status !== 'available');
  if (posted?.bought) return <BoughtCards bought={posted.bought} />;
  return (
    <>
      <PageHead title={t('cart.title')} lead={lines.length ? t('cart.lead') : undefined} />
      <UndoRemove removed={removed ?? posted?.removed} cart_ids={cart_ids} />
      {lines.length ? null : (
        <Empty title={t('cart.empty')} action={<ButtonLink to={href('/cards')}>{t('cards.browse')}</ButtonLink>}>
          {t('cart.empty_more')}
        </Empty>
      )}
      {/* Hidden rather than removed: a line whose removal fails reappears with the error. */}
      <div className="cart" hidden={!lines.length}>
        <div className="stack">
          {/* Present from the start, so that a sale elsewhere is announced. */}
          <Live className="cart-news">{unavailable.length ? <UnavailableLines items={unavailable} /> : null}</Live>
          <ul className="panel cart-lines">
            {groupLines(items).map((group) => (
              <CartGroup
                key={group.key}
                items={group.items}
                theme={cardThemeOf(themes, group.programme_id)}
                funds={funds[group.programme_id] ?? null}
                brand={brands[group.programme_id]}
                not_in={abroad[group.programme_id]}
                cart_ids={cart_ids}
                onRemoved={setRemoved}
              />
            ))}
          </ul>
        </div>
        <Checkout
          items={buyable}
          limits={limits}
          is_first_order={is_first_order}
          order_key={order_key}
          offered={offered}
          changeable
        />
      </div>
    </>
  );
}
