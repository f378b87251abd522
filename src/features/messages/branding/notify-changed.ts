import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import type { Tx } from '#platform/db/client.ts';
import type { Actor } from '../../ctx.ts';
import { notifyStaff } from '../notifications/notify-staff.ts';

/** How the shop calls itself is one person's word, so the others who could object are told. */
export const notifyChanged = (sql: Tx, { user }: Actor, what: 'words' | 'logo'): Promise<void> =>
  notifyStaff(sql, ['publisher', 'approver'], user.id, {
    type: 'info',
    title: message('branding.changed_title'),
    content: message(what === 'logo' ? 'branding.logo_changed_by' : 'branding.changed_by', { who: user.username }),
    link: pagePath('/admin/branding'),
  });
