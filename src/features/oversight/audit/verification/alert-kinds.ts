import type { Verification } from '#contracts/oversight/audit.ts';
import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import type { AlertKind } from '../../../feature.ts';

/** The alerts of a check, by its kind. */
type Alerts<Facts extends AlertKind> = Record<Verification['kind'], Facts>;

export const brokenAlerts: Alerts<AlertKind<{ problems: number; first: string }>> = {
  audit: {
    name: 'audit.broken',
    severity: 'critical',
    sentence: ({ details: { problems, first } }) => message('alert.audit_broken', { problems, first }),
    link: () => pagePath('/admin/audit'),
  },
  ledger: {
    name: 'ledger.broken',
    severity: 'critical',
    sentence: ({ details: { problems, first } }) => message('alert.ledger_broken', { problems, first }),
    link: () => pagePath('/admin/ledger/reconciliation'),
  },
  coins: {
    name: 'coins.differ',
    severity: 'critical',
    sentence: ({ details: { problems, first } }) => message('alert.coins_differ', { problems, first }),
    link: () => pagePath('/admin/ledger/reconciliation'),
  },
};

export const stalledAlerts: Alerts<AlertKind<{ since: string }>> = {
  audit: {
    name: 'audit.stalled',
    sentence: ({ details: { since } }) => message('alert.audit_stalled', { since: { at: since } }),
    link: () => pagePath('/admin/audit'),
  },
  ledger: {
    name: 'ledger.stalled',
    sentence: ({ details: { since } }) => message('alert.ledger_stalled', { since: { at: since } }),
    link: () => pagePath('/admin/audit'),
  },
  coins: {
    name: 'coins.stalled',
    sentence: ({ details: { since } }) => message('alert.coins_stalled', { since: { at: since } }),
    link: () => pagePath('/admin/ledger/reconciliation'),
  },
};
