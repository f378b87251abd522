import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import type { Coin } from '#platform/chain/types.ts';
import type { AlertKind } from '../../../feature.ts';

type Unclaimed = {
  unclaimed_deposit_id: string;
  coin: Coin;
  index: number;
  txid: string;
  amount_units: string;
};

export const unclaimedAlert: AlertKind<Unclaimed> = {
  name: 'chain.unclaimed',
  sentence: ({ details: { coin, index, amount_units } }) =>
    message('alert.unclaimed', { index, amount: { units: amount_units, coin } }),
  link: ({ details: { unclaimed_deposit_id } }) =>
    pagePath('/admin/unclaimed-deposits/:id', { id: unclaimed_deposit_id }),
};
