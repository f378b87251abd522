import { type ActionFunctionArgs, data, href, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { getPayment, listPayments, type Payment } from '#contracts/coins/payments.ts';
import { pay } from '#contracts/demo/demo.ts';
import { getActivation } from '#contracts/identity/auth.ts';
import { callOffPurchase, getWaitingPurchase, resumePurchase } from '#contracts/shop/waiting-purchases.ts';
import { MINUTE_MS } from '#contracts/time-units.ts';
import { message } from '#i18n/message.ts';
import { type FormFields, readForm, refused } from '#web/forms/form-data.ts';
import { title } from '#web/i18n/title.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { useRevalidateAfter } from '#web/live/use-revalidate-after.ts';
import { useRevalidateWhileOffline } from '#web/live/use-revalidate-while-offline.ts';
import { attempt, read, type Where } from '#web/server/api.ts';
import { pageContext } from '#web/server/page-context.ts';
import { qrPath } from '#web/ui/display/qr/qr-path.ts';
import { Live } from '#web/ui/feedback/live.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { PageHead } from '#web/ui/navigation/page-head.tsx';
import { confirmEmail } from './activation/confirm-email.ts';
import { ConfirmForms } from './activation/confirm-forms.tsx';
import { DemoWallet } from './payment/demo-wallet.tsx';
import { GoShopping } from './payment/go-shopping.tsx';
import { HowToPay } from './payment/how-to-pay.tsx';
import { PaymentProgress } from './payment/payment-progress.tsx';
import { RefusedPayment } from './payment/refused-payment.tsx';
import { whatNext } from './payment/what-next.ts';
import { PaymentStatus } from './payments/payment-rows.tsx';
import { WaitingPurchase } from './purchase/waiting-purchase.tsx';
import '#web/styles/billing.css';

export const handle = title('payment.named', ({ payment }: { payment: Payment }) => named(payment));

const named = ({ number, amount_cents, coin }: Payment) => ({
  number: String(number),
  amount: { cents: amount_cents },
  coin,
});

export async function loader({ request, context, url, params }: LoaderFunctionArgs) {
  const where = { context, url };
  const [{ data: payment }, open, waits] = await Promise.all([
    read(where, getPayment, { params: { id: params.id ?? '' } }),
    attempt(where, listPayments, { query: { open: '1', per_page: '1' } }),
    attempt(where, getWaitingPurchase, { params: { id: params.id ?? '' } }, [404]),
  ]);
  const due = payment.rest ?? { units: payment.amount_units, cents: payment.amount_cents, uri: payment.uri };
  const others = open.ok ? open.reply.meta.total - Number(isOpen(payment.status)) : 0;
  const purchase = waits.ok ? waits.reply.data : null;
  const leads = payment.status === 'credited' && (purchase === null || purchase.state === 'called_off');
  const next = leads ? await whatNext(where, request.headers.get('cookie')) : null;
  const { user, demo } = context.get(pageContext);
  // Whoever signed up for a purchase confirms the address while the payment is on its way.
  const activation = user?.roles.includes('inactive') ? (await read(where, getActivation)).data : null;
  const unconfirmed = purchase?.state === 'waiting' && activation !== null && !activation.email_verified;
  return {
    purchase,
    unconfirmed,
    demo,
    payment,
    due,
    qr: qrPath(due.uri),
    others,
    next,
    now: context.get(pageContext).now.toISOString(),
  };
}

const isOpen = (status: string) => status !== 'credited' && status !== 'expired';

/** Calls off or resumes the purchase that waits, confirms the address of whoever asked for it, or pays by the demo wallet. */
export async function action({ request, context, url, params }: ActionFunctionArgs) {
  const field = await readForm(request);
  const page = href('/billing/:id', { id: params.id ?? '' });
  switch (field('intent')) {
    case 'call_off':
    case 'resume':
      return changePurchase({ context, url }, field('intent') === 'resume', params.id ?? '');
    case 'code':
    case 'resend':
      return confirmEmail({ context, url }, field, page);
    default:
      return payDemo({ context, url }, field, params.id ?? '');
  }
}

async function changePurchase(where: Where, resumes: boolean, id: string) {
  const outcome = await attempt(where, resumes ? resumePurchase : callOffPurchase, { params: { id } });
  if (outcome.ok) return redirect(href('/billing/:id', { id }));
  return data({ purchase_refusal: outcome.refusal }, { status: outcome.refusal.status });
}

/** The demo wallet: makes this payment on the development chain. */
async function payDemo({ context, url }: Where, field: FormFields, id: string) {
  if (!context.get(pageContext).demo) throw data({ message: message('error.missing') }, { status: 404 });
  const where = { context, url };
  const { data: payment } = await read(where, getPayment, { params: { id } });
  const { coin, address } = payment;
  const outcome = await attempt(where, pay, { body: { coin, address, amount_units: field('amount_units') } });
  return outcome.ok ? redirect(href('/billing/:id', { id: payment.id })) : refused(outcome.refusal, {});
}

/** How soon the page looks again whether the account that a credit opens is active. */
const ACTIVE_WITHIN_MS = MINUTE_MS / 6;

/**
 * When (ms) time alone may change the page: the rate lock expires, a payment is dropped or monitoring stops, or the account that a credit
 * opens is seen as active, which it may not have been while the page was read.
 */
function changesAfter({ status, expires_at }: Payment, settled: boolean, now: string): number | null {
  if (status === 'credited') return settled ? null : ACTIVE_WITHIN_MS;
  if (status === 'seen') return MINUTE_MS;
  return status === 'waiting' ? Math.min(MINUTE_MS, Date.parse(expires_at) - Date.parse(now)) : null;
}

export default function PaymentPage() {
  const { t } = useI18n();
  const { purchase, unconfirmed, demo, payment, due, qr, others, next, now } = useLoaderData<typeof loader>();
  const { status, rest } = payment;
  useRevalidateWhileOffline(status !== 'credited' || rest !== null || purchase?.state === 'waiting', 2000);
  useRevalidateAfter(changesAfter(payment, purchase ? purchase.state !== 'waiting' : next !== null, now), now);
  // Once money is on its way, asking again would get it twice; and nobody should pay on an unmonitored chain.
  const payable = !payment.paused && !payment.refused && (status === 'waiting' || rest !== null);
  // Who may not pay reads no word on how to.
  const progress = payment.refused && status === 'waiting' ? null : <PaymentProgress payment={payment} />;
  const wallet = payment.refused ? null : <DemoWallet payment={payment} due_units={due.units} />;
  const waiting = purchase ? (
    <WaitingPurchase purchase={purchase} credited={payment.credited_cents > 0} now={now} />
  ) : null;
  const confirm = unconfirmed ? (
    <section className="panel stack" aria-labelledby="confirm">
      <h2 id="confirm">{t('activation.confirm')}</h2>
      <p>{t('purchase.confirm_first')}</p>
      <ConfirmForms demo={demo} />
    </section>
  ) : null;
  return (
    <div className={payable ? undefined : 'reading'}>
      <PageHead title={t(payable ? 'payment.pay' : 'payment.named', named(payment))}>
        <Live as="span">
          <PaymentStatus status={payment.status} holds={payment.holds} />
        </Live>
      </PageHead>
      {payable ? (
        <div className="payment">
          {progress}
          <div className="panel payment-how">
            <HowToPay payment={payment} due={due} qr={qr} now={now} />
          </div>
          {confirm}
          {waiting}
          {wallet}
        </div>
      ) : (
        <div className="stack">
          {payment.refused ? <RefusedPayment text={payment.refused} /> : null}
          {confirm}
          {purchase && purchase.state !== 'waiting' ? waiting : null}
          {progress}
          {purchase?.state === 'waiting' ? waiting : null}
          {next ? <GoShopping next={next} /> : null}
          {status === 'expired' ? wallet : null}
          {payment.refused ? null : (
            <details className="panel quiet-details">
              <summary>{t('payment.address_again')}</summary>
              <HowToPay payment={payment} due={due} qr={qr} now={now} />
            </details>
          )}
        </div>
      )}
      <p className="payment-links">
        {others > 0 ? <Link to={href('/billing')}>{t('payment.others', { count: others })}</Link> : null}
        <Link to={href('/billing/history')}>{t('history.title')}</Link>
      </p>
    </div>
  );
}
