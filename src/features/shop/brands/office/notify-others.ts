import { pagePath } from '#contracts/page-path.ts';
import { message, type Text } from '#i18n/message.ts';
import type { Tx } from '#platform/db/client.ts';
import type { Actor } from '../../../ctx.ts';
import { notifyStaff } from '../../../messages/notifications/notify-staff.ts';

/** What a brand is called, and what is sold as it, is one person's word: the others who could object are told. */
export const notifyOthers = (sql: Tx, { user }: Actor, content: Text): Promise<void> =>
  notifyStaff(sql, ['publisher', 'approver'], user.id, {
    type: 'info',
    title: message('brands.changed_title'),
    content,
    link: pagePath('/admin/brands'),
  });
