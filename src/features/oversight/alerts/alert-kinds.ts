import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import type { AlertKind } from '../../feature.ts';

export const diskFullAlert: AlertKind<{ at: string }> = {
  name: 'database.disk_full',
  severity: 'critical',
  sentence: ({ details: { at } }) => message('alert.disk_full', { at: { at } }),
};

export const forgedRowAlert: AlertKind<{ table: string; id: string }> = {
  name: 'rights.forged_row',
  severity: 'critical',
  sentence: ({ details: { table, id } }) => message('alert.forged_row', { table, id }),
  link: ({ details: { table, id } }) =>
    table === 'users' ? pagePath('/admin/users/:id', { id }) : pagePath('/admin/audit'),
};
