import type { Feature } from '../../feature.ts';
import { startPreordersLoop } from './fill/start-preorders-loop.ts';
import { preorderMails } from './mails.ts';
import { preorderBook } from './money/preorder-book.ts';
import { openPreorders } from './open-preorders.ts';
import { preorderData } from './preorder-data.ts';
import { recordKinds } from './record-kinds.ts';
import { preorderRoutes } from './routes.ts';

export const feature: Feature = {
  routes: preorderRoutes,
  mails: preorderMails,
  loops: [startPreordersLoop],
  attention: [{ rank: 6, find: openPreorders }],
  accountData: [preorderData],
  books: [preorderBook],
  recordKinds,
  tables: {
    preorder_allotments: { why: 'work', of: 'orders' },
    preorder_fills: { why: 'books', of: 'orders' },
    preorders: { why: 'books', of: 'orders' },
  },
};
