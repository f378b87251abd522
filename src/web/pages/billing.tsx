import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { createPayment, listPayments, paymentOptions } from '#contracts/payments.ts';
import { listRates } from '#contracts/rates.ts';
import { attempt, read } from '#web/api.ts';
import { localeContext } from '#web/context.ts';
import { readForm, refused, refusedField } from '#web/form-data.ts';
import { parseDollars } from '#web/format.ts';
import { useWords } from '#web/live/use-words.ts';
import { title } from '#web/title.ts';
import { Link } from '#web/ui/link.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { say } from '#words/say.ts';
import { type OfferedCoin, PaymentForm, useRefusedPayment } from './billing/payment-form.tsx';
import { PaymentRows, paymentRow } from './billing/payment-rows.tsx';

export const handle = title('billing.title');

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
  const amount_cents = parseDollars(values.amount, context.get(localeContext));
  if (amount_cents === undefined) return refused(refusedField('amount_cents', say('form.amount')), values);
  const outcome = await attempt({ context, url }, createPayment, {
    body: { coin: values.coin as OfferedCoin['coin'], amount_cents },
    idempotencyKey: field('payment_key'),
  });
  return outcome.ok ? redirect(`/billing/${outcome.reply.data.id}`) : refused(outcome.refusal, values);
}

export default function Billing() {
  const { t, money } = useWords();
  const { offered, open, rates, amount, payment_key } = useLoaderData<typeof loader>();
  const told = useRefusedPayment();
  return (
    <>
      <PageHead title={t('billing.title')} lead={t('billing.lead')}>
        <Link to="/billing/history">{t('history.title')}</Link>
      </PageHead>
      <div className="columns">
        <section className="panel stack">
          <h2>{t('billing.new')}</h2>
          <PaymentForm offered={offered} amount={amount} payment_key={payment_key} {...told} />
        </section>
        <section className="stack">
          <h2>{t('billing.how')}</h2>
          <ul className="notes">
            <li>{t('billing.how_rate')}</li>
            <li>{t('billing.how_any')}</li>
            <li>{t('billing.how_least')}</li>
            <li>{t('billing.how_balance')}</li>
          </ul>
          {rates.length ? (
            <dl className="facts">
              {rates.map(({ coin, usd }) => (
                <div key={coin}>
                  <dt>1 {coin}</dt>
                  <dd className="money">{money(Math.round(Number(usd) * 100))}</dd>
                </div>
              ))}
            </dl>
          ) : null}
        </section>
      </div>
      {open.length ? (
        <section className="stack">
          <h2>{t('billing.open')}</h2>
          <PaymentRows payments={open} />
        </section>
      ) : null}
    </>
  );
}
