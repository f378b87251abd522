import { useEffect } from 'react';
import {
  type ActionFunctionArgs,
  href,
  type LoaderFunctionArgs,
  useLoaderData,
  useNavigate,
  useNavigation,
} from 'react-router';
import { cardOptions } from '#contracts/shop/cards.ts';
import { quotePurchase } from '#contracts/shop/cart.ts';
import { readForm } from '#web/forms/form-data.ts';
import { revalidateRefused } from '#web/forms/revalidate-refused.ts';
import { useActionResult } from '#web/forms/use-action-result.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { quantityOf } from '#web/pages/shop/buying/brand/choose.ts';
import { attempt, read } from '#web/server/api.ts';
import { pageContext } from '#web/server/page-context.ts';
import { withPreserved } from '#web/server/preserve-form.ts';
import { cardThemesOf } from '#web/ui/card/card-themes.ts';
import { notUsableIn } from '#web/ui/card/not-usable-in.ts';
import { ButtonLink } from '#web/ui/controls/button.tsx';
import { Empty } from '#web/ui/display/empty.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { BoughtCards } from './pay/bought-cards.tsx';
import { Checkout } from './pay/checkout.tsx';
import { coinsToAdd } from './pay/coins-to-add.ts';
import { isFirstOrder } from './pay/is-first-order.ts';
import { type Bought, pay } from './pay/pay.ts';
import { QuotedCards } from './pay/quoted-cards.tsx';
import '#web/styles/buying.css';

export const handle = title('buy.title');

export async function loader({ request, context, url }: LoaderFunctionArgs) {
  const where = { context, url };
  const asked = Object.fromEntries(
    ['ids', 'programme_id', 'face_cents'].flatMap((name) => {
      const value = url.searchParams.get(name);
      return value ? [[name, value]] : [];
    }),
  );
  const quantity = quantityOf(url.searchParams);
  const [quote, options, is_first_order] = await Promise.all([
    attempt(where, quotePurchase, { query: { ...asked, quantity: String(quantity) } }, [404, 422]),
    read(where, cardOptions),
    isFirstOrder(where),
  ]);
  const { items, limits } = quote.ok ? quote.reply.data : { items: [], limits: null };
  const programme = options.data.programmes.find(
    ({ value }) => value === (items[0]?.programme.id ?? asked.programme_id),
  );
  const loaded = {
    items,
    limits,
    by_value: !asked.ids,
    /** How many of a value were asked for, which may be more than there are. */
    short_of: asked.ids ? 0 : Math.max(0, quantity - items.length),
    themes: cardThemesOf(options.data.programmes, items),
    funds: programme?.funds ?? null,
    brand: programme?.brand ?? null,
    not_in: programme && notUsableIn(programme.countries, context.get(pageContext).user?.country),
    is_first_order,
    offered: await coinsToAdd(where, limits),
    order_key: crypto.randomUUID(),
  };
  return withPreserved(loaded, { request, url });
}

export async function action({ request, context, url }: ActionFunctionArgs) {
  return pay({ context, url }, await readForm(request));
}

export const shouldRevalidate = revalidateRefused;

/** The purchase sheet: what every buy button opens. A page of its own, so that signing in and confirming lead back to it. */
export default function Buy() {
  const { t } = useI18n();
  const { items, limits, short_of, themes, funds, brand, not_in, is_first_order, order_key, offered, by_value } =
    useLoaderData<typeof loader>();
  const posted = useActionResult() as { bought?: Bought } | undefined;
  useLeaveByEscape(useNavigation().state === 'idle' && !posted?.bought);
  if (posted?.bought) return <BoughtCards bought={posted.bought} />;
  const buyable = items.filter(({ status }) => status === 'available');
  const back = brand ? href('/brands/:slug', { slug: brand }) : href('/cards');
  if (!limits || !buyable.length)
    return (
      <>
        <PageHead title={t('buy.title')} />
        <Empty
          title={t('buy.gone')}
          action={<ButtonLink to={back}>{t(brand ? 'buy.choose_other' : 'cards.browse')}</ButtonLink>}
        >
          {t('buy.gone_more')}
        </Empty>
      </>
    );
  return (
    <div className="purchase-sheet">
      <PageHead title={t('buy.title')}>
        <Link to={back}>{t('buy.choose_other')}</Link>
      </PageHead>
      <div className="stack">
        <QuotedCards items={items} short_of={short_of} themes={themes} funds={funds} not_in={not_in} />
        <Checkout
          items={buyable}
          limits={limits}
          is_first_order={is_first_order}
          order_key={order_key}
          offered={offered}
          by_value={by_value}
        />
      </div>
    </div>
  );
}

/** Escape leads back to where the button was, as from a dialog, unless something is being typed, paid, or shown for its payment. */
function useLeaveByEscape(leaves: boolean): void {
  const navigate = useNavigate();
  useEffect(() => {
    if (!leaves) return;
    const leave = (event: KeyboardEvent) => {
      const busy = event.target instanceof HTMLElement && event.target.closest('input, select, textarea, dialog');
      if (event.key !== 'Escape' || event.defaultPrevented || busy || history.length < 2) return;
      void navigate(-1);
    };
    document.addEventListener('keydown', leave);
    return () => document.removeEventListener('keydown', leave);
  }, [navigate, leaves]);
}
