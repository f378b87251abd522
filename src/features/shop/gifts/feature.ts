import type { Feature } from '../../feature.ts';
import { giftMails } from './mails.ts';
import { giftData } from './privacy/gift-data.ts';
import { giftsRetention } from './privacy/gifts-retention.ts';
import { redactMessage } from './privacy/redact-message.ts';
import { sweepGifts } from './privacy/sweep-gifts.ts';
import { recordKinds } from './record-kinds.ts';
import { giftRoutes } from './routes.ts';

export const feature: Feature = {
  routes: giftRoutes,
  mails: giftMails,
  accountData: [giftData],
  retention: [giftsRetention],
  recordKinds,
  sweeps: [sweepGifts],
  redactions: [redactMessage],
  tables: {
    gifts: { rule: 'gifts', of: 'orders' },
  },
};
