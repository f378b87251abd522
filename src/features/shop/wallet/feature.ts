import type { Feature } from '../../feature.ts';
import { cardsExpiring } from './cards-expiring.ts';
import { walletMails } from './mails.ts';
import { remindExpiring } from './remind-expiring.ts';
import { walletRoutes } from './routes.ts';

export const feature: Feature = {
  routes: walletRoutes,
  mails: walletMails,
  sweeps: [remindExpiring],
  attention: [{ rank: 3, find: cardsExpiring }],
};
