import type { Payment } from '#contracts/coins/payments.ts';
import { decimalUnits } from '#i18n/format.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { NetworkWarning, PaymentScamWarning } from '#web/pages/coins/billing/add-funds/warnings.tsx';
import { Copyable } from '#web/ui/controls/copyable.tsx';
import { CoinAmount } from '#web/ui/display/coin-amount.tsx';
import { Countdown } from '#web/ui/display/countdown.tsx';
import { Qr } from '#web/ui/display/qr/qr.tsx';
import type { QrDrawing } from '#web/ui/display/qr/qr-path.ts';
import { GroupedAddress } from './grouped-address.tsx';

interface Props {
  payment: Payment;
  /** The full amount, or the amount still missing. */
  due: { units: string; cents: number; uri: string };
  qr: QrDrawing;
  /** The server's time. */
  now: string;
}

/** Where to send how much: as a QR code, and each part separately, because many exchanges only take an address. */
export function HowToPay({ payment, due, qr, now }: Props) {
  const { t, coins, shortCoins, money } = useI18n();
  const { coin, address, network, rest, status } = payment;
  const shown = shortCoins(due.units, coin, 'ceil');
  return (
    <section className="stack" aria-labelledby="how-to-pay">
      <h2 id="how-to-pay" title={coins(due.units, coin)}>
        {rest
          ? t('payment.top_up_rest', { amount: shown, dollars: money(due.cents) })
          : t('payment.send', { amount: shown })}
      </h2>
      {rest && payment.holds.length === 0 ? (
        <p className="muted">
          {t(payment.credited_cents > 0 ? 'payment.top_up_rest_credited' : 'payment.top_up_rest_more')}
        </p>
      ) : null}
      {rest && payment.expires_at <= now ? <p>{t('payment.top_up_rest_late')}</p> : null}
      {rest || status === 'waiting' || status === 'seen' ? (
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
      <div className="pay-box">
        <a href={due.uri} className="pay-qr">
          <Qr drawing={qr} label={t('payment.qr', { amount: shown, address })} />
          <span className="small">{t('payment.open_wallet')}</span>
        </a>
        <div className="stack">
          <Copyable
            label={t('payment.amount')}
            value={decimalUnits(due.units, coin)}
            shown={<CoinAmount units={due.units} coin={coin} due />}
          />
          <Copyable label={t('payment.address')} value={address} shown={<GroupedAddress address={address} />} />
          <Copyable label={t('payment.link')} value={due.uri} brief />
        </div>
      </div>
      <NetworkWarning coin={coin} network={network} />
      <PaymentScamWarning />
    </section>
  );
}
