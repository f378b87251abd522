import type { Feature } from '../../feature.ts';
import { giftData } from './gift-data.ts';
import { giftsRetention } from './gifts-retention.ts';
import { giftMails } from './mails.ts';
import { recordKinds } from './record-kinds.ts';
import { redactMessage } from './redact-message.ts';
import { giftRoutes } from './routes.ts';

export const feature: Feature = {
  routes: giftRoutes,
  mails: giftMails,
  accountData: [giftData],
  retention: [giftsRetention],
  recordKinds,
  redactions: [redactMessage],
  tables: {
    gifts: { rule: 'gifts', of: 'orders' },
  },
};
