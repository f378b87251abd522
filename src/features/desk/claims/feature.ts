import type { Feature } from '../../feature.ts';
import { goodwillKind } from './claim/goodwill-kind.ts';
import { claimBook } from './claim-book.ts';
import { claimData } from './claim-data.ts';
import { claimTask } from './decide/claim-task.ts';
import { claimMails } from './mails.ts';
import { recordKinds } from './record-kinds.ts';
import { redactions } from './redactions.ts';
import { deliveryTask } from './reminders/delivery-task.ts';
import { reminderTask } from './reminders/reminder-task.ts';
import { claimRoutes } from './routes.ts';

export const feature: Feature = {
  routes: claimRoutes,
  mails: claimMails,
  jobs: { guarantee: reminderTask },
  vaultJobs: { delivery: deliveryTask, claim: claimTask },
  proposalKinds: [goodwillKind],
  accountData: [claimData],
  books: [claimBook],
  recordKinds,
  redactions,
  tables: {
    claims: { why: 'books', of: 'orders' },
  },
};
