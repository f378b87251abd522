import { message } from '#i18n/message.ts';
import type { AlertKind } from '../../../feature.ts';

export const failedAlert: AlertKind<{ at: string; reason: string }> = {
  name: 'backup.failed',
  severity: 'critical',
  sentence: ({ subject, details: { at, reason } }) =>
    message('alert.backup_failed', { place: subject, at: { at }, reason }),
};

export const overdueAlert: AlertKind<{ since: string }> = {
  name: 'backup.overdue',
  severity: 'critical',
  sentence: ({ subject, details: { since } }) =>
    message('alert.backup_overdue', { place: subject, since: { at: since } }),
};

export const notRemovedAlert: AlertKind<{ reason: string }> = {
  name: 'backup.not_removed',
  severity: 'warning',
  sentence: ({ subject, details: { reason } }) => message('alert.backup_not_removed', { place: subject, reason }),
};
