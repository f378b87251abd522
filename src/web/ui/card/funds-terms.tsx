import type { Funds } from '#contracts/shapes.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';

/** When the funds of a card end, and what its issuer charges for unused ones. Says nothing where the issuer declared nothing. */
export function FundsTerms({ funds, currency }: { funds: Funds | null; currency: string }) {
  const { t, face } = useI18n();
  if (!funds) return null;
  const { expire_after_months, dormancy_fee } = funds;
  return (
    <p className="muted small">
      {expire_after_months === null ? t('funds.never_end') : t('funds.end', { months: expire_after_months })}{' '}
      {dormancy_fee === null
        ? t('funds.no_fee')
        : t('funds.fee', { fee: face(dormancy_fee.cents, currency), months: dormancy_fee.after_months })}
    </p>
  );
}
