import { message } from '#i18n/message.ts';
import type { AlertKind } from '../../../feature.ts';

export const drillFailedAlert: AlertKind<{ at: string; reason: string }> = {
  name: 'backup.drill_failed',
  severity: 'critical',
  sentence: ({ subject, details: { at, reason } }) =>
    message('alert.backup_drill_failed', { place: subject, at: { at }, reason }),
};

export const drillOverdueAlert: AlertKind<{ since: string }> = {
  name: 'backup.drill_overdue',
  severity: 'critical',
  sentence: ({ subject, details: { since } }) =>
    message('alert.backup_drill_overdue', { place: subject, since: { at: since } }),
};
