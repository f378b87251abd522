import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import type { AlertKind } from '../../../feature.ts';

const link = () => pagePath('/admin/ledger/reconciliation');

/** What keeps the sum of a night from being published. */
export const unpublishedAlerts = {
  unequal: {
    name: 'liabilities.unequal',
    severity: 'critical',
    sentence: ({ details: { balances_cents, ledger_cents } }) =>
      message('alert.liabilities_unequal', {
        balances: { cents: balances_cents },
        ledger: { cents: ledger_cents },
      }),
    link,
  } satisfies AlertKind<{ balances_cents: number; ledger_cents: number }>,
  forged: {
    name: 'liabilities.forged',
    severity: 'critical',
    sentence: ({ details: { number } }) => message('alert.liabilities_forged', { number }),
    link,
  } satisfies AlertKind<{ number: number }>,
};
