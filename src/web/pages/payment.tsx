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
import { getPayment, type Payment } from '#contracts/payments.ts';
import { attempt, read } from '#web/api.ts';
import { demoContext } from '#web/context.ts';
import { readForm, refused } from '#web/form-data.ts';
import { useFrame } from '#web/live/use-frame.ts';
import { usePolling } from '#web/live/use-polling.ts';
import { useRefreshAfter } from '#web/live/use-refresh-after.ts';
import { useWords } from '#web/live/use-words.ts';
import { title } from '#web/title.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Copyable } from '#web/ui/copyable.tsx';
import { Countdown } from '#web/ui/countdown.tsx';
import { FormErrors } from '#web/ui/form-errors.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { Qr } from '#web/ui/qr.tsx';
import { qrPath } from '#web/ui/qr-path.ts';
import { Time } from '#web/ui/time.tsx';
import { decimalUnits } from '#words/format.ts';
import { say } from '#words/say.ts';
import { PaymentStatus } from './billing/payment-rows.tsx';

export const handle = title('payment.title');

export async function loader({ context, url, params }: LoaderFunctionArgs) {
  const { data: payment } = await read({ context, url }, getPayment, { params: { id: params.id ?? '' } });
  return { payment, qr: qrPath(payment.uri), now: new Date().toISOString() };
}

/** The demo wallet: pays this payment from the development chain. */
export async function action({ request, context, url, params }: ActionFunctionArgs) {
  if (!context.get(demoContext)) throw data({ message: say('error.missing') }, { status: 404 });
  const field = await readForm(request);
  const where = { context, url };
  const { data: payment } = await read(where, getPayment, { params: { id: params.id ?? '' } });
  const { coin, address } = payment;
  const outcome = await attempt(where, demoPay, { body: { coin, address, amount_units: field('amount_units') } });
  return outcome.ok ? redirect(`/billing/${payment.id}`) : refused(outcome.refusal, {});
}

const hint_lives_ms = 60_000;
const settled = ['credited', 'held'];

/** When (ms) time alone may change the status: the lock of the rate ends, or a payment is seen no more. */
function changesAfter({ status, expires_at }: Payment, now: string): number | null {
  if (status === 'seen') return hint_lives_ms;
  return status === 'waiting' ? Date.parse(expires_at) - Date.parse(now) : null;
}

export default function PaymentPage() {
  const { t } = useWords();
  const { payment, now } = useLoaderData<typeof loader>();
  usePolling(payment.status !== 'credited', 2000);
  useRefreshAfter(changesAfter(payment, now), now);
  return (
    <>
      <PageHead title={t('payment.pay', { amount: { cents: payment.amount_cents }, coin: payment.coin })}>
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
  const { t, coins } = useWords();
  const { payment, qr } = useLoaderData<typeof loader>();
  const shown = coins(payment.amount_units, payment.coin);
  const amount = decimalUnits(payment.amount_units, payment.coin);
  return (
    <section className="panel pay-box">
      <a href={payment.uri} className="pay-qr">
        <Qr drawing={qr} label={t('payment.qr', { amount: shown, address: payment.address })} />
        <span className="small">{t('payment.open_wallet')}</span>
      </a>
      <div className="stack">
        <Copyable label={t('payment.amount')} value={amount} shown={shown} />
        <Copyable label={t('payment.address')} value={payment.address} />
        <Copyable label={t('payment.link')} value={payment.uri} />
      </div>
    </section>
  );
}

const order = ['waiting', 'seen', 'confirming', 'credited'] as const;

function Progress() {
  const { t, coins } = useWords();
  const { payment, now } = useLoaderData<typeof loader>();
  const { status, coin, confirmations, confirmations_needed } = payment;
  const at = (order as readonly string[]).indexOf(status);
  return (
    <section className="panel stack">
      <ol className="track">
        {order.map((step, index) => (
          <li key={step} data-state={index < at || status === 'credited' ? 'done' : index === at ? 'now' : undefined}>
            <span>
              {step === 'confirming' && status === 'confirming'
                ? t('payment.confirming', { done: confirmations, needed: confirmations_needed })
                : t(`payment.status.${step}`)}
            </span>
          </li>
        ))}
      </ol>
      {status === 'waiting' || status === 'seen' || status === 'expired' ? (
        <p className="row">
          <span>{t('payment.rate_lock')}</span>
          <Countdown
            starts_at={payment.created_at}
            ends_at={payment.expires_at}
            now={now}
            label={t('payment.rate_lock_left')}
          />
        </p>
      ) : null}
      {status === 'expired' ? <Alert tone="warn">{t('payment.expired')}</Alert> : null}
      {status === 'held' ? <Alert tone="bad">{payment.hold_reason ?? t('payment.held')}</Alert> : null}
      {status === 'credited' ? (
        <Alert tone="good">
          {t('payment.credited', { amount: { cents: payment.credited_cents } })} <ButtonLinkToShop />
        </Alert>
      ) : null}
      <dl className="facts">
        <div>
          <dt>{t('payment.received')}</dt>
          <dd className="money">{coins(payment.received_units, coin)}</dd>
        </div>
        <div>
          <dt>{t('payment.confirmations')}</dt>
          <dd>
            {t('payment.so_many', {
              done: Math.min(confirmations, confirmations_needed),
              needed: confirmations_needed,
            })}
          </dd>
        </div>
        <div>
          <dt>{t('payment.locked_until')}</dt>
          <dd>
            <Time at={payment.expires_at} />
          </dd>
        </div>
      </dl>
      {payment.txids.map((txid) => (
        <Copyable key={txid} label={t('payment.transaction')} value={txid} />
      ))}
      <noscript>
        <p className="small muted">{t('payment.no_script')}</p>
      </noscript>
    </section>
  );
}

const ButtonLinkToShop = () => (
  <ButtonLink to="/cards" look="secondary" size="small">
    {useWords().t('cards.browse')}
  </ButtonLink>
);

function DemoWallet() {
  const { t } = useWords();
  const { payment } = useLoaderData<typeof loader>();
  const refusal = useActionData<typeof action>()?.refusal;
  const busy = useNavigation().state === 'submitting';
  if (!useFrame()?.demo || settled.includes(payment.status)) return null;
  return (
    <Form method="post" className="panel stack demo-wallet">
      <h2>{t('demo.wallet')}</h2>
      <FormErrors refusal={refusal} />
      <p className="small muted">{t('demo.wallet_lead')}</p>
      <input type="hidden" name="amount_units" value={payment.amount_units} />
      <div>
        <Button look="secondary" busy={busy}>
          {t('demo.wallet_pay', { amount: { units: payment.amount_units, coin: payment.coin } })}
        </Button>
      </div>
    </Form>
  );
}
