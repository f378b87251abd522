import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import type { AlertKind } from '../../../feature.ts';
import type { Rule } from '../../../oversight/import-guard/scan/rule.ts';

export const linkHostAlert: AlertKind<{ name: string; host: string | null }> = {
  name: 'programme.link_host',
  sentence: ({ details: { name, host } }) => message('alert.link_host', { name, host: host ?? '' }),
  link: ({ subject }) => pagePath('/admin/programmes/:id', { id: subject }),
};

export const suspendedAlert: AlertKind<{ name: string; batch_id: string; rule: Rule }> = {
  name: 'programme.suspended',
  sentence: ({ details: { name, rule } }) => message('alert.programme_suspended', { name, rule }),
  link: ({ subject }) => pagePath('/admin/programmes/:id', { id: subject }),
};
