import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import type { AlertKind } from '../../../feature.ts';

export const rateJumpAlert: AlertKind<{ jump_id: string; from: string; to: string; fiat: boolean }> = {
  name: 'rate.jump',
  sentence: ({ subject, details: { from, to, fiat } }) =>
    message(fiat ? 'alert.fiat_jump' : 'alert.rate_jump', { coin: subject, from, to }),
  link: ({ details: { jump_id } }) => pagePath('/admin/rate-jumps/:id', { id: jump_id }),
};
