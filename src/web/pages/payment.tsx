import {
  type ActionFunctionArgs,
  data,
  Form,
  type LoaderFunctionArgs,
  redirect,
  useActionData,
  useLoaderData,
  useNavigation,
} from 'react-router';
import { demoPay } from '#contracts/demo.ts';
import { getPayment } from '#contracts/payments.ts';
import { attempt, read } from '#web/api.ts';
import { demoContext } from '#web/context.ts';
import { readForm, refused } from '#web/form-data.ts';
import { formatMoney, formatUnits } from '#web/format.ts';
import { useFrame } from '#web/live/use-frame.ts';
import { usePolling } from '#web/live/use-polling.ts';
import { titled } from '#web/titled.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Copyable } from '#web/ui/copyable.tsx';
import { Countdown } from '#web/ui/countdown.tsx';
import { FormErrors } from '#web/ui/form-errors.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { Qr } from '#web/ui/qr.tsx';
import { qrPath } from '#web/ui/qr-path.ts';
import { Time } from '#web/ui/time.tsx';
import { PaymentStatus } from './billing/payment-rows.tsx';

export const meta = titled('Payment');

export async function loader({ context, url, params }: LoaderFunctionArgs) {
  const { data: payment } = await read({ context, url }, getPayment, { params: { id: params.id ?? '' } });
  return { payment, qr: qrPath(payment.uri), now: new Date().toISOString() };
}

/** The demo wallet: pays this payment from the development chain. */
export async function action({ request, context, url, params }: ActionFunctionArgs) {
  if (!context.get(demoContext)) throw data({ message: 'This page could not be found' }, { status: 404 });
  const field = await readForm(request);
  const where = { context, url };
  const { data: payment } = await read(where, getPayment, { params: { id: params.id ?? '' } });
  const { coin, address } = payment;
  const outcome = await attempt(where, demoPay, { body: { coin, address, amount_units: field('amount_units') } });
  return outcome.ok ? redirect(`/billing/${payment.id}`) : refused(outcome.refusal, {});
}

const settled = ['credited', 'held'];

export default function PaymentPage() {
  const { payment } = useLoaderData<typeof loader>();
  usePolling(payment.status !== 'credited', 2000);
  return (
    <>
      <PageHead title={`Pay ${formatMoney(payment.amount_cents)} in ${payment.coin}`}>
        <span role="status">
          <PaymentStatus status={payment.status} />
        </span>
      </PageHead>
      <div className="payment">
        <HowToPay />
        <div className="stack">
          <Progress />
          <DemoWallet />
        </div>
      </div>
    </>
  );
}

function HowToPay() {
  const { payment, qr } = useLoaderData<typeof loader>();
  const amount = formatUnits(payment.amount_units, payment.coin);
  return (
    <section className="panel pay-box">
      <a href={payment.uri} className="pay-qr">
        <Qr drawing={qr} label={`QR code of the payment: ${amount} ${payment.coin} to ${payment.address}`} />
        <span className="small">Open in a wallet</span>
      </a>
      <div className="stack">
        <Copyable label="Amount" value={amount} shown={`${amount} ${payment.coin}`} />
        <Copyable label="Address" value={payment.address} />
        <Copyable label="Payment link" value={payment.uri} />
      </div>
    </section>
  );
}

const order: readonly string[] = ['waiting', 'seen', 'confirming', 'credited'];

function Progress() {
  const { payment, now } = useLoaderData<typeof loader>();
  const { status, coin, confirmations, confirmations_needed } = payment;
  const at = order.indexOf(status);
  return (
    <section className="panel stack">
      <ol className="track">
        {order.map((step, index) => (
          <li key={step} data-state={index < at || status === 'credited' ? 'done' : index === at ? 'now' : undefined}>
            <span>
              {step === 'confirming' && status === 'confirming'
                ? `confirming ${confirmations} of ${confirmations_needed}`
                : step}
            </span>
          </li>
        ))}
      </ol>
      {status === 'waiting' || status === 'seen' || status === 'expired' ? (
        <p className="row">
          <span>Rate lock</span>
          <Countdown
            starts_at={payment.created_at}
            ends_at={payment.expires_at}
            now={now}
            label="Time left of the rate lock"
          />
        </p>
      ) : null}
      {status === 'expired' ? (
        <Alert tone="warn">
          The rate is no longer locked. What still arrives is credited at the rate of that moment.
        </Alert>
      ) : null}
      {status === 'held' ? <Alert tone="bad">{payment.hold_reason ?? 'This payment is held.'}</Alert> : null}
      {status === 'credited' ? (
        <Alert tone="good">
          {formatMoney(payment.credited_cents)} is on your balance. <ButtonLinkToShop />
        </Alert>
      ) : null}
      <dl className="facts">
        <div>
          <dt>Received</dt>
          <dd className="money">
            {formatUnits(payment.received_units, coin)} {coin}
          </dd>
        </div>
        <div>
          <dt>Confirmations</dt>
          <dd>
            {Math.min(confirmations, confirmations_needed)} of {confirmations_needed}
          </dd>
        </div>
        <div>
          <dt>Rate locked until</dt>
          <dd>
            <Time at={payment.expires_at} />
          </dd>
        </div>
      </dl>
      {payment.txids.map((txid) => (
        <Copyable key={txid} label="Transaction" value={txid} />
      ))}
      <noscript>
        <p className="small muted">
          This page follows the payment by itself with JavaScript. Without it, reload the page.
        </p>
      </noscript>
    </section>
  );
}

const ButtonLinkToShop = () => (
  <ButtonLink to="/cards" look="secondary" size="small">
    Browse cards
  </ButtonLink>
);

function DemoWallet() {
  const { payment } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>()?.refusal;
  const busy = useNavigation().state === 'submitting';
  if (!useFrame()?.demo || settled.includes(payment.status)) return null;
  return (
    <Form method="post" className="panel stack demo-wallet">
      <h2>Demo wallet</h2>
      <FormErrors refusal={refusal} />
      <p className="small muted">Pays from the development chain on this machine and mines the blocks it needs.</p>
      <input type="hidden" name="amount_units" value={payment.amount_units} />
      <div>
        <Button look="secondary" busy={busy}>
          Pay {formatUnits(payment.amount_units, payment.coin)} {payment.coin}
        </Button>
      </div>
    </Form>
  );
}
