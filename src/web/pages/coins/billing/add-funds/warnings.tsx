import { useI18n } from '#web/i18n/use-i18n.ts';
import { FormattedMessage } from '#web/ui/display/formatted-message.tsx';
import { Icon } from '#web/ui/display/icon.tsx';

/** Scammers tell their victims to pay here: the warning comes before the address, while it can still help. */
export function PaymentScamWarning() {
  return (
    <div className="scam">
      <Icon name="shield" size={20} />
      <p>
        <FormattedMessage of="billing.scam" parts={{ strong: <strong /> }} />
      </p>
    </div>
  );
}

/** Funds sent to another address are lost, and swapping the address is the usual attack. */
export function NetworkWarning({ coin, network }: { coin: string; network: string }) {
  const { t } = useI18n();
  return (
    <ul className="cautions">
      <li>
        <FormattedMessage of="payment.only_network" values={{ coin, network }} parts={{ strong: <strong /> }} />
      </li>
      <li>{t('payment.compare')}</li>
    </ul>
  );
}
