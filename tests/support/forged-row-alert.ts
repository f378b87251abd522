import { expect } from 'vitest';
import { listAlerts } from '#contracts/oversight/alerts.ts';
import type { TestShop } from './shop.ts';

/** All alerts about a record (`table:id`), with those that queued jobs still raise. */
export async function alertsAbout(shop: TestShop, subject: string) {
  await shop.runQueuedJobs();
  const staff = await shop.createUser({ role: 'admin' });
  const { body } = await shop.as(staff)(listAlerts, { query: {} });
  return body.data.filter((alert) => alert.subject === subject);
}

/** Waits for the alert about a row (`table:id`) that was written past the shop: nobody waits until it is queued. */
export const expectForgedRowAlert = (shop: TestShop, subject: string) =>
  expect.poll(() => alertsAbout(shop, subject)).toMatchObject([{ kind: 'rights.forged_row', severity: 'critical' }]);
