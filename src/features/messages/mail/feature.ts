import type { Feature } from '../../feature.ts';
import { mailData } from './mail-data.ts';
import { mailboxRetention } from './mailbox-retention.ts';

export const feature: Feature = {
  accountData: [mailData],
  retention: [mailboxRetention],
  tables: {
    mailbox: { rule: 'mailbox', of: 'messages' },
  },
};
