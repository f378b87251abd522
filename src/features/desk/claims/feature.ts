import type { Feature } from '../../feature.ts';
import { claimTask } from './background/claim-task.ts';
import { deliveryTask } from './background/delivery-task.ts';
import { reminderTask } from './background/reminder-task.ts';
import { claimBook } from './claim-book.ts';
import { claimData } from './claim-data.ts';
import { claimMails } from './mails.ts';
import { recordKinds } from './record-kinds.ts';
import { goodwillKind } from './records/goodwill-kind.ts';
import { redactions } from './redactions.ts';
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
