import type { PauseCode } from '#contracts/coins/watcher.ts';
import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import { pauseMessage } from '#platform/chain/pause-message.ts';
import type { AlertKind } from '../../feature.ts';

export const backupAlert: AlertKind<{ watched_until: string; next_index: number }> = {
  name: 'chain.backup',
  sentence: ({ subject, details: { watched_until, next_index } }) =>
    message('alert.backup', { coin: subject, until: { at: watched_until }, index: next_index }),
  link: () => pagePath('/admin/chains'),
};

export const haltedAlert: AlertKind<{ reason: PauseCode; [fact: string]: string | number }> = {
  name: 'chain.halted',
  sentence: ({ subject, details: { reason, ...facts } }) =>
    message('alert.halted', { coin: subject, reason: pauseMessage(reason, facts) }),
  link: () => pagePath('/admin/chains'),
};
