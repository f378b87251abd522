import type { Payment } from '#contracts/coins/payments.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';
import { Alert } from '#web/ui/display/alert.tsx';

/** The holds on a payment: the reason, and what lifts them. */
export function Holds({ payment: { holds, dust, coin } }: { payment: Payment }) {
  const { t, shortCoins, money } = useI18n();
  const held = holds.map(({ reason, units, cents, text }) => (
    <Alert key={reason + units} tone={reason === 'minimum' ? 'info' : 'warn'}>
      <p>
        <strong>
          {t(`held_part.${reason}`, {
            amount: cents === null ? shortCoins(units, coin) : `${shortCoins(units, coin)} (${money(cents)})`,
          })}
        </strong>
      </p>
      <p>{text}</p>
    </Alert>
  ));
  return (
    <>
      {held}
      {dust ? (
        <Alert tone="info">
          <p>
            <strong>{t('held_part.dust', { amount: shortCoins(dust.units, coin) })}</strong>
          </p>
          <p>{dust.text}</p>
        </Alert>
      ) : null}
    </>
  );
}
