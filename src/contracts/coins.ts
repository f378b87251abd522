import type { Coins } from '#i18n/message.ts';

/** The coins that a shop may take. */
export const COINS = ['BTC', 'ETH', 'LTC'] as const satisfies readonly Coins['coin'][];
export type Coin = (typeof COINS)[number];
