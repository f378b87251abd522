import { href } from 'react-router';
import type { Payment } from '#contracts/coins/payments.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { duration } from '#web/pages/coins/billing/add-funds/duration.ts';
import { useRootData } from '#web/root-data/use-root-data.ts';
import { ButtonLink } from '#web/ui/controls/button.tsx';
import { Copyable } from '#web/ui/controls/copyable.tsx';
import { Alert } from '#web/ui/display/alert.tsx';
import { CoinAmount } from '#web/ui/display/coin-amount.tsx';
import { FormattedMessage } from '#web/ui/display/formatted-message.tsx';
import { Time } from '#web/ui/display/time.tsx';
import { Link } from '#web/ui/navigation/link.tsx';
import { ConfirmationRing } from './confirmation-ring.tsx';
import { Holds } from './holds.tsx';

const order = ['waiting', 'seen', 'confirming', 'credited'] as const;

/** A payment's progress: a label, a sentence and its numbers. */
export function PaymentProgress({ payment }: { payment: Payment }) {
  const { t } = useI18n();
  return (
    <section className="panel stack" aria-labelledby="progress">
      <h2 id="progress" className="visually-hidden">
        {t('payment.progress')}
      </h2>
      <Track payment={payment} />
      {payment.paused ? (
        <Alert tone="warn">
          <p>{t('payment.paused', { network: payment.network })}</p>
          {payment.status === 'waiting' || payment.rest ? <p>{t('payment.paused_wait')}</p> : null}
        </Alert>
      ) : null}
      {payment.paused && payment.status === 'waiting' ? null : <Now payment={payment} />}
      <Holds payment={payment} />
      <Numbers payment={payment} />
      <noscript>
        <p className="small muted">{t('payment.no_script')}</p>
      </noscript>
    </section>
  );
}

function Track({ payment: { status, confirmations, confirmations_needed } }: { payment: Payment }) {
  const { t } = useI18n();
  // A payment on hold has all its confirmations; an expired one is back at the start.
  const at = status === 'held' ? 2 : (order as readonly string[]).indexOf(status);
  return (
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
  );
}

/** What happens next, beside the confirmations that are still coming. */
function Now({ payment }: { payment: Payment }) {
  const { status, confirmations, confirmations_needed } = payment;
  if (status !== 'seen' && status !== 'confirming') return <Sentence payment={payment} />;
  return (
    <div className="confirming">
      <ConfirmationRing done={Math.min(confirmations, confirmations_needed)} needed={confirmations_needed} />
      <Sentence payment={payment} />
    </div>
  );
}

/** What happens next, in plain words. */
function Sentence({ payment }: { payment: Payment }) {
  const { t } = useI18n();
  const inactive = useRootData()?.user?.roles.includes('inactive');
  const { status, confirmations, confirmations_needed, block_seconds, id, coin } = payment;
  const missing = Math.max(0, confirmations_needed - confirmations);
  switch (status) {
    case 'waiting':
      return <p>{t('payment.is_waiting', { needed: confirmations_needed })}</p>;
    case 'seen':
      return <p>{t('payment.is_seen')}</p>;
    case 'confirming':
      return missing ? (
        <p>{t('payment.is_confirming', { missing, time: duration(t, missing * block_seconds) })}</p>
      ) : (
        <p>{t('payment.is_waiting_for_rate')}</p>
      );
    case 'expired':
      return (
        <Alert tone="warn">
          <p>{t('payment.expired')}</p>
          <ButtonLink
            to={`${href('/billing')}?coin=${coin}&amount=${(payment.amount_cents / 100).toFixed(2)}`}
            variant="secondary"
            size="small"
          >
            {t('payment.again')}
          </ButtonLink>
        </Alert>
      );
    case 'credited':
      return (
        <Alert tone="good">
          <p>{t('payment.credited', { amount: { cents: payment.credited_cents } })}</p>
          <div className="row">
            {inactive ? (
              <ButtonLink to={href('/activation')} variant="secondary" size="small">
                {t('activation.heading')}
              </ButtonLink>
            ) : null}
            <Link to={href('/billing/:id/receipt', { id })}>{t('receipt.title')}</Link>
          </div>
        </Alert>
      );
    case 'held':
      return payment.credited_cents ? (
        <p>
          {t('payment.credited', { amount: { cents: payment.credited_cents } })}{' '}
          <Link to={href('/billing/:id/receipt', { id })}>{t('receipt.title')}</Link>
        </p>
      ) : null;
  }
}

/** What arrived; the rest is for those who look for it. */
function Numbers({ payment }: { payment: Payment }) {
  const { t, money } = useI18n();
  const { coin, confirmations, confirmations_needed, received_units } = payment;
  return (
    <>
      {received_units === '0' ? null : (
        <dl className="facts">
          <div>
            <dt>{t('payment.received')}</dt>
            <dd>
              <FormattedMessage
                of="payment.received_of"
                parts={{
                  received: <CoinAmount units={received_units} coin={coin} />,
                  asked: <CoinAmount units={payment.amount_units} coin={coin} />,
                }}
              />
            </dd>
          </div>
        </dl>
      )}
      <details className="quiet-details">
        <summary>{t('payment.details')}</summary>
        <div className="stack">
          <dl className="facts">
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
              <dt>{t('payment.rate')}</dt>
              <dd>{t('payment.rate_of', { rate: money(Math.round(Number(payment.usd) * 100)), coin })}</dd>
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
        </div>
      </details>
    </>
  );
}
