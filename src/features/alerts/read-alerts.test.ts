import { expect, test } from 'vitest';
import { listAlerts, resolveAlert } from '#contracts/alerts.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { raiseAlert } from './raise-alert.ts';

const shop = await createTestShop();
const admin = shop.as(await shop.createUser({ role: 'admin' }));

async function raise(subject: string) {
  await raiseAlert(shop.sql, shop.clock.now(), { kind: 'payment.held_for_review', subject });
}

test('open alerts stand before closed ones, and the newest of each first', async () => {
  for (const subject of ['first', 'second', 'third', 'fourth']) await raise(subject);
  const subjects = async () => (await admin(listAlerts)).body.data.map(({ subject }) => subject);
  expect(await subjects()).toEqual(['fourth', 'third', 'second', 'first']);
  const { data } = (await admin(listAlerts)).body;
  for (const subject of ['fourth', 'second']) {
    const { id } = data.find((alert) => alert.subject === subject)!;
    expect((await admin(resolveAlert, { params: { id } })).status).toBe(204);
  }
  expect(await subjects()).toEqual(['third', 'first', 'fourth', 'second']);
  const open = await admin(listAlerts, { query: { open: '1' } });
  expect(open.body.data.map(({ subject }) => subject)).toEqual(['third', 'first']);
});
