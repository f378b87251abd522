import { type ActionFunctionArgs, href, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { createPayment, listPayments, paymentOptions } from '#contracts/coins/payments.ts';
import { listRates, rateHistory } from '#contracts/coins/rates.ts';
import type { Coin } from '#contracts/coins.ts';
import { listMissingNodes } from '#contracts/demo/demo.ts';
import { getCartLimits } from '#contracts/shop/cart.ts';
import { message } from '#i18n/message.ts';
import { readForm, refused, refusedField } from '#web/forms/form-data.ts';
import { parseDollars } from '#web/i18n/parse-dollars.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { attempt, read } from '#web/server/api.ts';
import { pageContext } from '#web/server/page-context.ts';
import { ButtonLink } from '#web/ui/controls/button.tsx';
import { LimitBar } from '#web/ui/data/limit-bar.tsx';
import { Alert } from '#web/ui/display/alert.tsx';
import { FormattedMessage } from '#web/ui/display/formatted-message.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { parseCoins } from './add-funds/convert.ts';
import { PaymentForm, useRefusedPayment } from './add-funds/payment-form.tsx';
import { rateChart } from './add-funds/rate-chart.ts';
import { type CoinRate, RateCharts } from './add-funds/rate-charts.tsx';
import { coinNames, type OfferedCoin } from './payments/offered-coin.ts';
import { PaymentRows, paymentRow } from './payments/payment-rows.tsx';
import { readWaiting } from './purchase/read-waiting.ts';
import { WaitingNote } from './purchase/waiting-note.tsx';

export const handle = title('billing.title');

const SHOWN = 10;
const SUGGESTED_CENTS = 25_00;

export async function loader({ context, url }: LoaderFunctionArgs) {
  const where = { context, url };
  const { demo } = context.get(pageContext);
  const [options, cart, open, rates, history, missing, waiting] = await Promise.all([
    read(where, paymentOptions),
    // Where the catalogue isn't public, an account that isn't active yet has no cart.
    attempt(where, getCartLimits, {}, [403]),
    read(where, listPayments, { query: { open: '1', per_page: String(SHOWN) } }),
    attempt(where, listRates),
    attempt(where, rateHistory),
    demo ? attempt(where, listMissingNodes) : null,
    readWaiting(where),
  ]);
  const { offered, limits } = options.data;
  const coins = new Set(offered.map(({ coin }) => coin));
  const days = history.ok ? history.reply.data : [];
  return {
    offered: offered.map(offeredCoin),
    limits,
    waiting,
    cart_cents: cart.ok ? cart.reply.data.add_cents : 0,
    open: open.data.map(paymentRow),
    open_total: open.meta.total,
    rates: (rates.ok ? rates.reply.data : [])
      .filter(({ coin }) => coins.has(coin))
      .map((rate): CoinRate => {
        const points = days.find(({ coin }) => coin === rate.coin)?.points ?? [];
        return { ...rate, chart: rateChart(points) };
      }),
    amount: parseDollars(url.searchParams.get('amount') ?? ''),
    coin: url.searchParams.get('coin') ?? undefined,
    payment_key: crypto.randomUUID(),
    missing_nodes: missing?.ok ? missing.reply.data : [],
  };
}

/** A round suggested amount, if the limits allow it. */
const suggested = (room_cents: number) => (room_cents >= SUGGESTED_CENTS ? SUGGESTED_CENTS : undefined);

const offeredCoin = ({ reason: _reason, ...offer }: OfferedCoin & { reason: string | null }): OfferedCoin => offer;

export async function action({ request, context, url }: ActionFunctionArgs) {
  const field = await readForm(request);
  const values = { amount: field('amount'), unit: field('unit'), coin: field('coin') };
  const requested = amountOf(values, context.get(pageContext).locale);
  if (!requested)
    return refused(
      refusedField('amount_cents', message(values.unit === 'coin' ? 'form.coin_amount' : 'form.amount')),
      values,
    );
  const outcome = await attempt({ context, url }, createPayment, {
    body: { coin: values.coin as Coin, ...requested },
    idempotencyKey: field('payment_key'),
  });
  return outcome.ok ? redirect(href('/billing/:id', { id: outcome.reply.data.id })) : refused(outcome.refusal, values);
}

function amountOf({ amount, unit, coin }: { amount: string; unit: string; coin: string }, locale: string) {
  if (unit === 'coin' && (coin === 'BTC' || coin === 'ETH' || coin === 'LTC')) {
    const amount_units = parseCoins(amount, coin, locale);
    return amount_units ? { amount_units } : undefined;
  }
  const amount_cents = parseDollars(amount, locale);
  return amount_cents === undefined ? undefined : { amount_cents };
}

export default function Billing() {
  const { t } = useI18n();
  const { offered, limits, waiting, cart_cents, open, open_total, rates, amount, coin, payment_key } =
    useLoaderData<typeof loader>();
  const refused = useRefusedPayment();
  return (
    <>
      <PageHead title={t('billing.title')} lead={t('billing.lead')}>
        <Link to={href('/billing/history')}>{t('history.title')}</Link>
      </PageHead>
      <WaitingNote waiting={waiting} />
      {open.length ? (
        <section className="stack open-payments" aria-labelledby="open">
          <h2 id="open">{t('billing.open')}</h2>
          <PaymentRows payments={open} />
          {open_total > open.length ? (
            <p>
              <ButtonLink to={href('/billing/history')} variant="secondary" size="small">
                {t('billing.open_more', { count: open_total })}
              </ButtonLink>
            </p>
          ) : null}
        </section>
      ) : null}
      <div className="columns">
        <section className="panel stack new-payment">
          <h2>{t('billing.new')}</h2>
          {limits.over ? (
            <Alert tone="warn">{limits.over}</Alert>
          ) : (
            <PaymentForm
              offered={offered}
              amount={amount ?? suggested(limits.room_cents)}
              coin={coin}
              room_cents={limits.room_cents}
              cart_cents={cart_cents}
              payment_key={payment_key}
              {...refused}
            />
          )}
          <MissingNodes />
        </section>
        <div className="stack">
          <Limits />
          {rates.length ? <RateCharts rates={rates} /> : null}
          <section className="stack">
            <h2>{t('billing.how')}</h2>
            <ul className="notes">
              <li>{t('billing.how_rate')}</li>
              <li>{t('billing.how_any')}</li>
              <li>{t('billing.how_small')}</li>
              <li>{t('billing.how_network')}</li>
              <li>{t('billing.how_balance')}</li>
            </ul>
          </section>
        </div>
      </div>
    </>
  );
}

/** Demo mode only: which coins the person who runs it could also try, and how. */
function MissingNodes() {
  const { missing_nodes } = useLoaderData<typeof loader>();
  if (!missing_nodes.length) return null;
  return (
    <Alert>
      <ul className="notes">
        {missing_nodes.map(({ coin, node, install }) => (
          <li key={coin}>
            <FormattedMessage
              of="billing.missing_node"
              values={{ coin: coinNames[coin], node, install }}
              parts={{ code: <code /> }}
            />
          </li>
        ))}
      </ul>
    </Alert>
  );
}

function Limits() {
  const { t } = useI18n();
  const { limits } = useLoaderData<typeof loader>();
  return (
    <section className="stack" aria-labelledby="limits">
      <h2 id="limits">{t('limits.title', { room: { cents: limits.room_cents } })}</h2>
      <LimitBar label={t('limits.stored')} used={limits.stored_cents} limit={limits.stored_limit_cents} />
      <LimitBar label={t('limits.monthly')} used={limits.top_up_30d_cents} limit={limits.top_up_30d_limit_cents} />
      <p className="small muted">{t('limits.more')}</p>
      <p className="small">
        <Link to={href('/limits')}>{t('tiers.link')}</Link>
      </p>
    </section>
  );
}
