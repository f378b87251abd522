import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import type { AlertKind } from '../../../feature.ts';

export const reportDueAlert: AlertKind<{ name: string; days: number }> = {
  name: 'programme.report_due',
  sentence: ({ details: { name, days } }) => message('alert.report_due', { name, days }),
  link: ({ subject }) => pagePath('/admin/programmes/:id', { id: subject }),
};
