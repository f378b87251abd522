import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import type { AlertKind } from '../../feature.ts';

export const codePastedAlert: AlertKind<{ name: string }> = {
  name: 'stock.code_pasted',
  sentence: ({ details: { name } }) => message('alert.code_pasted', { name }),
  link: ({ subject }) => pagePath('/reseller/base/:id', { id: subject }),
};

export const pastedCodesAlert: AlertKind<{ count: number }> = {
  name: 'velocity.pasted_codes',
  sentence: ({ details: { count } }) => message('alert.pasted_codes', { count }),
};
