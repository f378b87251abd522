import type { Coin } from '#contracts/coins.ts';
import { useI18n } from '#web/i18n/use-i18n.ts';

/** An amount of a coin with eight decimals at most, and all of them in its title. */
export function CoinAmount({ units, coin, due }: { units: string; coin: Coin; due?: boolean }) {
  const { coins, shortCoins } = useI18n();
  return <span title={coins(units, coin)}>{shortCoins(units, coin, due ? 'ceil' : 'floor')}</span>;
}
