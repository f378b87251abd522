import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import type { Coin } from '#platform/chain/types.ts';
import type { AlertKind } from '../../feature.ts';

export const reversedAlert: AlertKind<{ coin: Coin; taken_cents: number; owed_cents: number }> = {
  name: 'deposit.reversed',
  sentence: ({ details: { coin, taken_cents, owed_cents } }) =>
    message('alert.reversed', { coin, taken: { cents: taken_cents }, owed: { cents: owed_cents } }),
  link: ({ subject }) => pagePath('/admin/payments/:id', { id: subject }),
};

export const sharedSourceAlert: AlertKind<{ coin: Coin; source: string; count: number; deposit_id: string }> = {
  name: 'velocity.shared_source',
  withheld: true,
  sentence: ({ details: { count, source } }) => message('alert.shared_source', { count, source }),
  link: ({ details: { deposit_id } }) => pagePath('/admin/payments/:id', { id: deposit_id }),
};

export const splitPaymentsAlert: AlertKind<{ count: number; limit_cents: number; deposit_id: string }> = {
  name: 'velocity.split_payments',
  sentence: ({ details: { count, limit_cents } }) =>
    message('alert.split_payments', { count, limit: { cents: limit_cents } }),
  link: ({ details: { deposit_id } }) => pagePath('/admin/payments/:id', { id: deposit_id }),
};
