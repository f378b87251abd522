import { useI18n } from '#web/i18n/use-i18n.ts';
import { CoinChoice, fastestFirst } from '#web/pages/coins/billing/add-funds/coin-choice.tsx';
import type { OfferedCoin } from '#web/pages/coins/billing/payments/offered-coin.ts';

interface Props {
  offered: readonly OfferedCoin[];
  /** As chosen before a confirmation. */
  coin: string | undefined;
  /** What is left of the payment once the cards are bought. */
  rest_cents: number;
}

/** With what to pay for cards that are bought once the payment is credited, and what that means. */
export function BuyLater({ offered, coin, rest_cents }: Props) {
  const { t } = useI18n();
  const open = fastestFirst(offered).filter(({ available }) => available);
  const chosen = open.find((one) => one.coin === coin) ?? open[0];
  return (
    <>
      <CoinChoice offered={offered} chosen={chosen?.coin} />
      <p className="small">
        {t('buy.when_credited')}
        {rest_cents > 0 ? ` ${t('buy.rest_stays', { rest: { cents: rest_cents } })}` : null}
      </p>
    </>
  );
}
