import { type ActionFunctionArgs, data, href, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { getLimits } from '#contracts/customers/tiers.ts';
import { getBrand } from '#contracts/shop/brands.ts';
import { listCards } from '#contracts/shop/cards.ts';
import { addByValue } from '#contracts/shop/cart.ts';
import { MINUTE_MS } from '#contracts/time-units.ts';
import { readForm } from '#web/forms/form-data.ts';
import { revalidateRefused } from '#web/forms/revalidate-refused.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { attempt, read, type Where } from '#web/server/api.ts';
import { pageContext } from '#web/server/page-context.ts';
import { Face } from '#web/ui/card/card-face.tsx';
import { notUsableIn } from '#web/ui/card/not-usable-in.ts';
import { drawChart } from '#web/ui/data/draw/draw-chart.ts';
import { RichText } from '#web/ui/display/rich-text.tsx';
import { Tag } from '#web/ui/display/tag.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { BrandFacts } from './brand/brand-facts.tsx';
import { BuyPanel } from './brand/buy-panel.tsx';
import { type Choice, choose, MAX_QUANTITY } from './brand/choose.ts';
import { PriceCurve } from './brand/price-curve.tsx';
import { structuredData } from './brand/structured-data.ts';
import { spendingRoomOf } from './hurdles/order-limit.ts';
import '#web/styles/brands.css';

export const handle = title('brand.title', ({ brand }: { brand: { name: string } }) => ({ name: brand.name }));

export const meta = ({ loaderData }: { loaderData?: Awaited<ReturnType<typeof loader>> }) => loaderData?.described;

export async function loader({ context, url, params }: LoaderFunctionArgs) {
  const where = { context, url };
  const { user, catalogue, public_url, locale, shop, now } = context.get(pageContext);
  const [{ data: found }, limits] = await Promise.all([
    read(where, getBrand, { params: { slug: params.slug ?? '' } }),
    user ? read(where, getLimits) : null,
  ]);
  const page = href('/brands/:slug', { slug: found.slug });
  if (found.slug !== params.slug) throw redirect(page + url.search, 301);
  const { color_from, color_to, motif, price_history, rate, ...brand } = found;
  const choice = choose(brand.programmes, url.searchParams, user?.country);
  const { programme, value } = choice;
  const points = price_history
    .filter((one) => one.programme_id === programme?.id && one.face_cents === value?.face_cents)
    .map(({ day, price_cents }) => ({ at: day, value: price_cents }));
  return {
    brand,
    theme: { color_from, color_to, motif },
    chosen: { programme_id: programme?.id, face_cents: value?.face_cents, quantity: choice.quantity },
    prices_cents: await pricesOf(where, choice),
    rate: rate
      .filter(({ currency }) => currency === programme?.currency)
      .map((one) => ({
        ...one,
        age_minutes: Math.max(0, Math.round((now.getTime() - Date.parse(one.at)) / MINUTE_MS)),
      }))[0],
    room: limits && spendingRoomOf(limits.data),
    curve: drawChart({ kind: 'area', points, from_zero: false, table_every: 3 }),
    not_in: programme && notUsableIn([programme.country, ...programme.other_countries], user?.country),
    order_key: crypto.randomUUID(),
    described:
      catalogue === 'public' ? structuredData({ brand, locale, public_url, path: page, shop: shop.name }) : undefined,
  };
}

/** The prices of the cheapest cards of the chosen value, so that several of them have an exact total. */
async function pricesOf(where: Where, { programme, value }: Choice): Promise<number[]> {
  if (!programme || !value?.on_sale) return [];
  const face = String(value.face_cents);
  const { data } = await read(where, listCards, {
    query: {
      programme_id: programme.id,
      face_min: face,
      face_max: face,
      sort: 'price',
      per_page: String(MAX_QUANTITY),
    },
  });
  return data.filter(({ ends_soon }) => !ends_soon).map(({ price_cents }) => price_cents);
}

/** Puts the cheapest cards of a value into the cart. */
export async function action({ request, context, url }: ActionFunctionArgs) {
  const field = await readForm(request);
  const programme_id = field('programme_id');
  const face_cents = Number(field('face_cents')) || 0;
  const quantity = Number(field('quantity')) || 0;
  const outcome = await attempt({ context, url }, addByValue, {
    body: { programme_id, face_cents, quantity },
    idempotencyKey: field('order_key'),
  });
  if (!outcome.ok) return data({ refusal: outcome.refusal }, { status: outcome.refusal.status });
  const currency = outcome.reply.data.find(({ programme }) => programme.id === programme_id)?.currency ?? 'USD';
  return data({ added: { quantity, face_cents, currency } });
}

export const shouldRevalidate = revalidateRefused;

export default function Brand() {
  const { t, face, country } = useI18n();
  const { brand, theme, chosen, curve, not_in, ...panel } = useLoaderData<typeof loader>();
  const programme = brand.programmes.find(({ id }) => id === chosen.programme_id);
  const value = programme && chosen.face_cents !== undefined ? face(chosen.face_cents, programme.currency) : '';
  return (
    <article className="brand-page">
      <div className="brand-face">
        <Face
          programme={brand.name}
          theme={theme}
          value={value}
          country={programme ? country(programme.country) : ''}
          corner={programme?.level ?? ''}
        />
      </div>
      <header className="brand-head">
        <p className="small">
          <Link to={href('/cards')}>{t('cards.title')}</Link>
          {brand.categories.map(({ slug, name }) => (
            <span key={slug}>
              {' › '}
              <Link to={`${href('/cards')}?category=${slug}`}>{name}</Link>
            </span>
          ))}
        </p>
        <h1>{brand.name}</h1>
        {brand.about ? <p className="lines muted">{brand.about}</p> : null}
        <Freshness />
        {not_in ? <Tag tone="warn">{t('card.not_in_country', { country: country(not_in) })}</Tag> : null}
      </header>
      {programme ? (
        <BuyPanel
          key={programme.id}
          programmes={brand.programmes}
          programme={programme}
          face_cents={chosen.face_cents}
          quantity={chosen.quantity}
          {...panel}
        />
      ) : null}
      <div className="brand-more">
        {programme ? <BrandFacts programme={programme} /> : null}
        {curve ? <PriceCurve drawing={curve} value={value} /> : null}
        <Questions />
        {programme ? <SingleCards programme_id={programme.id} /> : null}
      </div>
    </article>
  );
}

/** How fresh the stock is: what is left, last sold, last added. */
function Freshness() {
  const { t } = useI18n();
  const { brand } = useLoaderData<typeof loader>();
  return (
    <ul className="freshness">
      <li>{t('brand.on_sale', { count: brand.on_sale })}</li>
      {brand.last_sold_at ? (
        <li>
          {t('brand.last_sold')} <Time at={brand.last_sold_at} />
        </li>
      ) : null}
      {brand.added_at ? (
        <li>
          {t('brand.last_added')} <Time at={brand.added_at} day />
        </li>
      ) : null}
    </ul>
  );
}

function Questions() {
  const { t } = useI18n();
  const { faqs } = useLoaderData<typeof loader>().brand;
  if (faqs.length === 0) return null;
  return (
    <section className="stack faq" aria-labelledby="questions">
      <h2 id="questions">{t('brand.questions')}</h2>
      <div className="panel">
        {faqs.map(({ question, answer_html }) => (
          <details key={question}>
            <summary>{question}</summary>
            <RichText html={answer_html} />
          </details>
        ))}
      </div>
    </section>
  );
}

/** Who wants a certain card finds it in the list. */
function SingleCards({ programme_id }: { programme_id: string }) {
  const { t } = useI18n();
  return (
    <section className="stack" aria-labelledby="single">
      <h2 id="single">{t('brand.single')}</h2>
      <p className="muted">{t('brand.single_more')}</p>
      <p>
        <Link to={`${href('/cards')}?programme_id=${programme_id}`}>{t('brand.single_link')}</Link>
      </p>
    </section>
  );
}
