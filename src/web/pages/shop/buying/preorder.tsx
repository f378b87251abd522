import { type ActionFunctionArgs, data, href, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { listOrders } from '#contracts/shop/orders.ts';
import {
  cancelPreorder,
  listPreorders,
  type PreorderQuote,
  placePreorder,
  preorderOptions,
  quotePreorder,
} from '#contracts/shop/preorders.ts';
import { DAY_MS } from '#contracts/time-units.ts';
import { message } from '#i18n/message.ts';
import { readForm, refused } from '#web/forms/form-data.ts';
import { revalidateRefused } from '#web/forms/revalidate-refused.ts';
import { parseDollars, parseFace } from '#web/i18n/parse-dollars.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { attempt, type Refusal, read } from '#web/server/api.ts';
import { flash } from '#web/server/cookies/flash.ts';
import { pageContext } from '#web/server/page-context.ts';
import { pageQueryOf } from '#web/server/page-query.ts';
import { withPreserved } from '#web/server/preserve-form.ts';
import { Empty } from '#web/ui/display/empty.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { Pagination } from '#web/ui/navigation/pagination.tsx';
import { PreorderForm } from './preorder/preorder-form.tsx';
import { PreorderRow } from './preorder/preorder-row.tsx';
import { readWish, type Wish } from './preorder/wish.ts';
import '#web/styles/preorder.css';

export const handle = title('preorder.title');

const DAYS = 30;

export async function loader({ context, url, request }: LoaderFunctionArgs) {
  const where = { context, url };
  const wish = readWish((name) => url.searchParams.get(name) ?? '');
  const [options, list, orders] = await Promise.all([
    read(where, preorderOptions),
    read(where, listPreorders, { query: pageQueryOf(url) }),
    read(where, listOrders, { query: { per_page: '1' } }),
  ]);
  const { prefix } = Object.fromEntries(url.searchParams);
  const named = prefix ? options.data.find((one) => one.prefix === prefix) : undefined;
  if (named) wish.programme_id ||= named.id;
  const quoted = await quoteOf(where, wish, currencyOf(options.data, wish));
  return withPreserved(
    {
      options: options.data,
      preorders: list.data,
      meta: list.meta,
      wish,
      ...quoted,
      is_first_order: orders.meta.total === 0,
      suggested_day: new Date(context.get(pageContext).now.getTime() + DAYS * DAY_MS).toISOString().slice(0, 10),
      order_key: crypto.randomUUID(),
    },
    { request, url },
  );
}

/** The price of what the address asks for, or why there is none; nothing while a field is empty. */
async function quoteOf(
  where: Pick<LoaderFunctionArgs, 'context' | 'url'>,
  wish: Wish,
  currency: string,
): Promise<{ quote: PreorderQuote | null; refusal: Refusal | null }> {
  const body = termsOf(wish, where.context.get(pageContext).locale, currency);
  const { programme_id, face_cents, quantity, highest_price_cents } = body;
  if (!programme_id || !face_cents || !quantity) return { quote: null, refusal: null };
  const outcome = await attempt(where, quotePreorder, {
    body: { programme_id, face_cents, quantity, ...(highest_price_cents && { highest_price_cents }) },
  });
  return outcome.ok ? { quote: outcome.reply.data, refusal: null } : { quote: null, refusal: outcome.refusal };
}

/** Of the programme that is asked for: a face value is typed in it. */
const currencyOf = (options: readonly { id: string; currency: string }[], { programme_id }: Wish) =>
  options.find(({ id }) => id === programme_id)?.currency ?? 'USD';

const termsOf = ({ programme_id, face, quantity, highest }: Wish, locale: string, currency: string) => ({
  programme_id,
  face_cents: parseFace(face, locale, currency) ?? 0,
  quantity: /^\d{1,4}$/.test(quantity) ? Number(quantity) : 0,
  highest_price_cents: parseDollars(highest, locale) ?? 0,
});

export async function action({ request, context, url }: ActionFunctionArgs) {
  const field = await readForm(request);
  const said = (key: 'preorder.placed' | 'preorder.cancelled.done') =>
    redirect(href('/preorder'), {
      headers: { 'set-cookie': flash({ type: 'success', title: message(key), content: '' }) },
    });
  if (field('cancel')) {
    const outcome = await attempt({ context, url }, cancelPreorder, { params: { id: field('cancel') } });
    if (outcome.ok) return said('preorder.cancelled.done');
    return data({ cancel_refusal: outcome.refusal }, { status: outcome.refusal.status });
  }
  const wish = readWish(field);
  const options = await read({ context, url }, preorderOptions);
  const outcome = await attempt({ context, url, preserve: { ...wish } }, placePreorder, {
    body: {
      ...termsOf(wish, context.get(pageContext).locale, currencyOf(options.data, wish)),
      expires_on: wish.expires_on,
      notify_only: wish.notify_only === 'on',
    },
    idempotencyKey: field('order_key'),
  });
  return outcome.ok ? said('preorder.placed') : refused(outcome.refusal, { ...wish });
}

export const shouldRevalidate = revalidateRefused;

export default function Preorders() {
  const { t } = useI18n();
  const { preorders, meta } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead title={t('preorder.title')} lead={t('preorder.lead')} />
      <div className="columns">
        <PreorderForm />
        <section className="stack" aria-labelledby="mine">
          <h2 id="mine">{t('preorder.mine')}</h2>
          {preorders.length ? (
            <ul className="stack">
              {preorders.map((preorder) => (
                <li key={preorder.id}>
                  <PreorderRow preorder={preorder} />
                </li>
              ))}
            </ul>
          ) : (
            <Empty title={t('preorder.none')}>{t('preorder.none_more')}</Empty>
          )}
          <Pagination meta={meta} />
        </section>
      </div>
    </>
  );
}
