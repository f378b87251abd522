import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import type { AlertKind } from '../../feature.ts';

export const keyRevokedAlert: AlertKind<{ name: string; programme_id: string; cards: number }> = {
  name: 'programme.key_revoked',
  sentence: ({ details: { name, cards } }) => message('alert.key_revoked', { name, cards }),
  link: ({ details: { programme_id } }) => pagePath('/admin/programmes/:id', { id: programme_id }),
};
