import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import type { AlertKind } from '../../../feature.ts';

export const loopStuckAlert: AlertKind<{ since: string }> = {
  name: 'loop.stuck',
  sentence: ({ subject, details: { since } }) => message('alert.loop_stuck', { name: subject, since: { at: since } }),
  link: () => pagePath('/admin/operations/jobs'),
};
