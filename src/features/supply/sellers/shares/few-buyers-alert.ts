import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import type { AlertKind } from '../../../feature.ts';

export const fewBuyersAlert: AlertKind<{ name: string; cards: number; percent: number; buyers: number }> = {
  name: 'seller.few_buyers',
  withheld: true,
  sentence: ({ details: { name, cards, percent, buyers } }) =>
    message('alert.few_buyers', { name, cards, percent, buyers }),
  link: ({ subject }) => pagePath('/reseller/sellers/:id', { id: subject }),
};
