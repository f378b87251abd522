import type { Feature } from '../../feature.ts';
import { openPayments } from './open-payments.ts';
import { paymentData } from './payment-data.ts';
import { recordKinds } from './record-kinds.ts';
import { paymentRoutes } from './routes.ts';
import { paymentFinders, paymentRecords } from './user-records.ts';

export const feature: Feature = {
  routes: paymentRoutes,
  attention: [{ rank: 5, find: openPayments }],
  accountData: [paymentData],
  recordKinds,
  userRecords: [paymentRecords],
  userFinders: paymentFinders,
};
