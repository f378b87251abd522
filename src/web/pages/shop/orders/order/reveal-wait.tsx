import { useI18n } from '#web/i18n/use-i18n.ts';
import { Alert } from '#web/ui/display/alert.tsx';
import { Countdown } from '#web/ui/display/countdown.tsx';
import { FormattedMessage } from '#web/ui/display/formatted-message.tsx';
import { Time } from '#web/ui/display/time.tsx';

interface Props {
  ready_at: string;
  now: string;
  /** How many codes wait. */
  codes: number;
  /** What the orders of a day may sum up to without a wait. */
  above_cents: number;
}

/** Until when the codes of a new account's larger order wait, said once for the order and counted down. */
export function RevealWait({ ready_at, now, codes, above_cents }: Props) {
  const { t } = useI18n();
  return (
    <div className="reveal-wait">
      <Alert tone="info">
        <p className="row">
          <strong>{t('order.wait_title', { count: codes })}</strong>
          <Countdown ends_at={ready_at} now={now} label={t('order.wait_left')} />
        </p>
        <p>
          <FormattedMessage
            of="order.wait"
            values={{ count: codes, above: { cents: above_cents } }}
            parts={{ at: <Time at={ready_at} /> }}
          />
        </p>
      </Alert>
    </div>
  );
}
