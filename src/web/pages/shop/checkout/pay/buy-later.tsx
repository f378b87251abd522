import { useI18n } from '#web/i18n/use-i18n.ts';
import { CoinChoice, fastestFirst } from '#web/pages/coins/billing/add-funds/coin-choice.tsx';
import { PaymentScamWarning } from '#web/pages/coins/billing/add-funds/warnings.tsx';
import type { OfferedCoin } from '#web/pages/coins/billing/payments/offered-coin.ts';

interface Props {
  offered: readonly OfferedCoin[];
  /** As chosen before a confirmation. */
  coin: string | undefined;
}

/** With what to pay for cards that are bought once the payment is credited, and what that means. */
export function BuyLater({ offered, coin }: Props) {
  const { t } = useI18n();
  const open = fastestFirst(offered).filter(({ available }) => available);
  const chosen = open.find((one) => one.coin === coin) ?? open[0];
  return (
    <>
      <CoinChoice offered={offered} chosen={chosen?.coin} />
      <p className="small">{t('buy.when_credited')}</p>
      <PaymentScamWarning />
    </>
  );
}
