import type { Feature } from '../../feature.ts';
import { orderData } from './account/order-data.ts';
import { byOrder, orderRecords } from './account/user-records.ts';
import { guaranteesEnding } from './guarantee/guarantees-ending.ts';
import { redactNote } from './lines/redact-note.ts';
import { orderMails } from './messages/mails.ts';
import { readyTask } from './messages/ready-task.ts';
import { orderBooks } from './order-books.ts';
import { ordersToReveal } from './orders-to-reveal.ts';
import { recordKinds } from './record-kinds.ts';
import { returnedTask } from './returns/returned-task.ts';
import { revealEvidence } from './reveals/reveal-evidence.ts';
import { manyRevealsAlert, revealAfterFailedLoginsAlert, spentAtSignUpAlert } from './risk-rules/alert-kinds.ts';
import { orderRoutes } from './routes.ts';
import { unsoldCardAlert } from './seals/unsold-card-alert.ts';

export const feature: Feature = {
  routes: orderRoutes,
  mails: orderMails,
  jobs: { order_ready: readyTask },
  vaultJobs: { returned: returnedTask },
  alertKinds: [unsoldCardAlert, manyRevealsAlert, revealAfterFailedLoginsAlert, spentAtSignUpAlert],
  attention: [
    { rank: 1, find: ordersToReveal },
    { rank: 2, find: guaranteesEnding },
  ],
  accountData: [orderData],
  books: orderBooks,
  evidence: [revealEvidence],
  recordKinds,
  userRecords: [orderRecords],
  userFinders: [byOrder],
  redactions: [redactNote],
  tables: {
    order_lines: { why: 'books', of: 'orders' },
    orders: { why: 'books', of: 'orders' },
  },
};
