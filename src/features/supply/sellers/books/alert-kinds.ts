import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import type { AlertKind } from '../../../feature.ts';

export const networkLimitAlert: AlertKind<{ name: string; eur_cents: number; limit_cents: number }> = {
  name: 'programme.network_limit',
  sentence: ({ details: { name, eur_cents, limit_cents } }) =>
    message('alert.network_limit', {
      name,
      sum: { cents: eur_cents, currency: 'EUR' },
      limit: { cents: limit_cents, currency: 'EUR' },
    }),
  link: ({ subject }) => pagePath('/admin/programmes/:id', { id: subject }),
};

export const sellerBooksAlert: AlertKind<{ problems: number; first: string }> = {
  name: 'seller.books',
  severity: 'critical',
  sentence: ({ details: { problems, first } }) => message('alert.seller_books', { problems, first }),
  link: () => pagePath('/reseller/sellers'),
};

export const sellerThresholdAlert: AlertKind<{ name: string; cards: number; cents: number }> = {
  name: 'seller.threshold',
  withheld: true,
  sentence: ({ details: { name, cards, cents } }) => message('alert.seller_threshold', { name, cards, sum: { cents } }),
  link: ({ subject }) => pagePath('/reseller/sellers/:id', { id: subject }),
};
