import type { Coin } from '#contracts/coins.ts';
import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import type { AlertKind } from '../../feature.ts';

/** Coins left, and for a day nobody has said what for. Its subject is the coin. */
export const unlabelledAlert: AlertKind<{ coin: Coin; transactions: number; units: string }> = {
  name: 'outflows.unlabelled',
  severity: 'critical',
  sentence: ({ details: { coin, transactions, units } }) =>
    message('alert.outflows_unlabelled', { coin, transactions, amount: { units, coin } }),
  link: () => pagePath('/admin/ledger/outflows'),
};
