import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import type { AlertKind } from '../../feature.ts';

/** Its subject is the receiver. */
export const undeliveredAlert: AlertKind<{ name: string; host: string; failure: string }> = {
  name: 'alerts.undelivered',
  sentence: ({ details: { name, host, failure } }) => message('alert.undelivered', { name, host, failure }),
  link: () => pagePath('/admin/alerts/receivers'),
};
