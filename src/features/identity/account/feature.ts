import type { Feature } from '../../feature.ts';
import { erasureBook } from './erasure-book.ts';
import { accountMails } from './mails.ts';
import { ownData } from './own-data.ts';
import { accountRoutes } from './routes.ts';

export const feature: Feature = {
  routes: ({ accountData }) => accountRoutes(accountData),
  mails: accountMails,
  accountData: [ownData],
  books: [erasureBook],
};
