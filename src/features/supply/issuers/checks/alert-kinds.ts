import { pagePath } from '#contracts/page-path.ts';
import { message } from '#i18n/message.ts';
import type { AlertKind } from '../../../feature.ts';
import type { AdapterFailure } from '../adapter/adapter-error.ts';

export const canaryRedeemedAlert: AlertKind<{ name: string; cards: number }> = {
  name: 'stock.canary_redeemed',
  severity: 'critical',
  sentence: ({ details: { name, cards } }) => message('alert.canary_redeemed', { name, cards }),
  link: ({ subject }) => pagePath('/reseller/base/:id', { id: subject }),
};

export const deniedAlert: AlertKind<{ name: string; cards: number }> = {
  name: 'stock.denied',
  sentence: ({ details: { name, cards } }) => message('alert.cards_denied', { name, cards }),
  link: ({ subject }) => pagePath('/reseller/base/:id', { id: subject }),
};

export const issuerFailingAlert: AlertKind<{ name: string; failure: AdapterFailure }> = {
  name: 'programme.issuer_failing',
  sentence: ({ details: { name, failure } }) =>
    message('alert.issuer_failing', { name, failure: message('issuer.failure', { failure }) }),
  link: ({ subject }) => pagePath('/admin/programmes/:id', { id: subject }),
};

export const unknownCardsAlert: AlertKind<{ name: string; cards: number }> = {
  name: 'stock.unknown_cards',
  sentence: ({ details: { name, cards } }) => message('alert.unknown_cards', { name, cards }),
  link: ({ subject }) => pagePath('/reseller/base/:id', { id: subject }),
};
