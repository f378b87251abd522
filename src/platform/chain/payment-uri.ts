import { COIN_DECIMALS } from '#i18n/format.ts';
import type { Coin } from './types.ts';
import { formatUnits } from './units.ts';

const SCHEME = { BTC: 'bitcoin', LTC: 'litecoin' } as const;

export interface PaymentRequest {
  address: string;
  amount?: bigint;
  /** Ethereum only: the chain id, so that a wallet on another network refuses. */
  chainId?: number;
}

/** BIP 21 for BTC and LTC, EIP-681 for ETH. Never upper-cased: several wallets can't read that. */
export function paymentUri(coin: Coin, { address, amount, chainId }: PaymentRequest): string {
  if (coin === 'ETH') {
    if (!chainId) throw new Error('an Ethereum payment URI names its chain');
    return `ethereum:${address}@${chainId}${amount === undefined ? '' : `?value=${amount}`}`;
  }
  const query = amount === undefined ? '' : `?amount=${formatUnits(amount, COIN_DECIMALS[coin])}`;
  return `${SCHEME[coin]}:${address}${query}`;
}
