import { COINS, type Coin } from '#contracts/coins.ts';

export function requireCoin(name: string): Coin {
  const coin = COINS.find((each) => each === name.toUpperCase());
  if (!coin) throw new Error(`There is no coin ${name}. Use one of ${COINS.join(', ')}.`);
  return coin;
}
