import type { Coin } from '#contracts/coins.ts';
import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import type { AlertKind } from '../../feature.ts';

const link = () => pagePath('/admin/ledger/reconciliation');

/** Its subject is the coin. */
export const unitsAlert: AlertKind<{ coin: Coin; units: string }> = {
  name: 'books.units_unexplained',
  severity: 'critical',
  sentence: ({ details: { coin, units } }) => message('alert.units_unexplained', { coin, amount: { units, coin } }),
  link,
};

export const dollarsAlert: AlertKind<{ cents: number }> = {
  name: 'books.unexplained',
  severity: 'critical',
  sentence: ({ details: { cents } }) => message('alert.books_unexplained', { amount: { cents } }),
  link,
};
