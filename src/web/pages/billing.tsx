import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { createPayment, listPayments, paymentOptions } from '#contracts/payments.ts';
import { listRates } from '#contracts/rates.ts';
import { attempt, read } from '#web/api.ts';
import { readForm, refused, refusedField } from '#web/form-data.ts';
import { formatMoney, parseDollars } from '#web/format.ts';
import { titled } from '#web/titled.ts';
import { Link } from '#web/ui/link.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { type OfferedCoin, PaymentForm, useRefusedPayment } from './billing/payment-form.tsx';
import { PaymentRows, paymentRow } from './billing/payment-rows.tsx';

export const meta = titled('Add funds');

export async function loader({ context, url }: LoaderFunctionArgs) {
  const where = { context, url };
  const [options, payments, rates] = await Promise.all([
    read(where, paymentOptions),
    read(where, listPayments, { query: { per_page: '20' } }),
    attempt(where, listRates),
  ]);
  const coins = new Set(options.data.offered.map(({ coin }) => coin));
  return {
    offered: options.data.offered,
    open: payments.data.filter(({ status }) => status !== 'credited' && status !== 'expired').map(paymentRow),
    rates: rates.ok
      ? rates.reply.data.filter(({ coin }) => coins.has(coin)).map(({ coin, usd }) => ({ coin, usd }))
      : [],
    amount: parseDollars(url.searchParams.get('amount') ?? ''),
    payment_key: crypto.randomUUID(),
  };
}

export async function action({ request, context, url }: ActionFunctionArgs) {
  const field = await readForm(request);
  const values = { amount: field('amount'), coin: field('coin') };
  const amount_cents = parseDollars(values.amount);
  if (amount_cents === undefined)
    return refused(refusedField('amount_cents', 'Enter an amount like 25 or 25.50.'), values);
  const outcome = await attempt({ context, url }, createPayment, {
    body: { coin: values.coin as OfferedCoin['coin'], amount_cents },
    idempotencyKey: field('payment_key'),
  });
  return outcome.ok ? redirect(`/billing/${outcome.reply.data.id}`) : refused(outcome.refusal, values);
}

export default function Billing() {
  const { offered, open, rates, amount, payment_key } = useLoaderData<typeof loader>();
  const told = useRefusedPayment();
  return (
    <>
      <PageHead title="Add funds" lead="Send a coin, and its worth in dollars is added to your balance.">
        <Link to="/billing/history">Billing history</Link>
      </PageHead>
      <div className="columns">
        <section className="panel stack">
          <h2>New payment</h2>
          <PaymentForm offered={offered} amount={amount} payment_key={payment_key} {...told} />
        </section>
        <section className="stack">
          <h2>How it works</h2>
          <ul className="notes">
            <li>The rate is locked for a while: what arrives in time counts at the rate that you saw.</li>
            <li>Less, more, later or again: whatever arrives at your address is credited once, in full.</li>
            <li>What is less than the least amount is collected until it reaches that.</li>
            <li>The balance buys cards here. It is not paid out.</li>
          </ul>
          {rates.length ? (
            <dl className="facts">
              {rates.map(({ coin, usd }) => (
                <div key={coin}>
                  <dt>1 {coin}</dt>
                  <dd className="money">{formatMoney(Math.round(Number(usd) * 100))}</dd>
                </div>
              ))}
            </dl>
          ) : null}
        </section>
      </div>
      {open.length ? (
        <section className="stack">
          <h2>Open payments</h2>
          <PaymentRows payments={open} />
        </section>
      ) : null}
    </>
  );
}
