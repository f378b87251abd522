import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import type { Tx } from '#platform/db/client.ts';
import type { Actor } from '../../ctx.ts';
import { notifyStaff } from '../../messages/notifications/notify-staff.ts';

interface Changed {
  name: string;
  host: string;
}

/** Whom the shop tells of alerts is one person's word, so the others who rely on it are told. */
export const notifyChanged = (
  sql: Tx,
  { user }: Actor,
  what: 'added' | 'removed' | 'last',
  receiver: Changed,
): Promise<void> =>
  notifyStaff(sql, ['approver', 'auditor'], user.id, {
    type: what === 'last' ? 'warning' : 'info',
    title: message('receivers.told'),
    content: message(`receivers.told_${what}`, { who: user.username, name: receiver.name, host: receiver.host }),
    link: pagePath('/admin/alerts/receivers'),
  });
