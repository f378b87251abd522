import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import type { AlertKind } from '../../../feature.ts';

export const sellerListedAlert: AlertKind<{ name: string }> = {
  name: 'seller.listed',
  withheld: true,
  sentence: ({ details: { name } }) => message('alert.seller_listed', { name }),
  link: ({ subject }) => pagePath('/reseller/sellers/:id', { id: subject }),
};

export const sellerResemblesAlert: AlertKind<{ name: string }> = {
  name: 'seller.resembles',
  withheld: true,
  sentence: ({ details: { name } }) => message('alert.seller_resembles', { name }),
  link: ({ subject }) => pagePath('/reseller/sellers/:id', { id: subject }),
};
