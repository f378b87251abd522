import { expect, test } from 'vitest';
import { listAlerts, resolveAlert } from '#contracts/oversight/alerts.ts';
import { createTestShop } from '#tests/support/shop.ts';
import { heldForReviewAlert } from '../../coins/deposits/screening/alert-kinds.ts';
import type { AlertKind } from '../../feature.ts';
import { canaryRedeemedAlert } from '../../supply/issuers/checks/alert-kinds.ts';
import { lowAlert } from '../../supply/stock/alert-kinds.ts';
import { raiseAlert } from './raise-alert.ts';

const shop = await createTestShop();
const admin = shop.as(await shop.createUser({ role: 'admin' }));

async function raise(subject: string, kind: AlertKind = heldForReviewAlert) {
  await raiseAlert(shop.sql, shop.clock.now(), { kind, subject, details: { name: 'Summer stock', cards: 1 } });
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

test('a critical alert stands before newer ones, and is told once to each approver by mail', async () => {
  const approvers = await Promise.all([1, 2].map(() => shop.createUser({ role: 'admin', duties: ['approver'] })));
  await shop.createUser({ role: 'admin', duties: ['support'] });
  await raise('canary', canaryRedeemedAlert);
  await raise('canary', canaryRedeemedAlert);
  await raise('newer');
  await raise('shelf', lowAlert);
  const { data } = (await admin(listAlerts, { query: { open: '1' } })).body;
  expect(data.slice(0, 3).map(({ subject, severity }) => [subject, severity])).toEqual([
    ['canary', 'critical'],
    ['shelf', 'info'],
    ['newer', 'warning'],
  ]);
  await shop.runQueuedJobs();
  const mails = await shop.sql<{ recipient: string; text_body: string }[]>`select recipient, text_body from mailbox`;
  expect(mails.map(({ recipient }) => recipient).sort()).toEqual(approvers.map(({ email }) => email).sort());
  expect(mails[0]!.text_body).toContain('Summer stock');
});

test('an alert whose kind nobody brings any more is a warning that shows its name and its subject', async () => {
  const goneAlert: AlertKind = { ...canaryRedeemedAlert, name: 'stock.gone' };
  await raise('shelf', goneAlert);
  const { data } = (await admin(listAlerts, { query: { open: '1' } })).body;
  expect(data.find(({ kind }) => kind === 'stock.gone')).toMatchObject({
    severity: 'warning',
    sentence: 'stock.gone: shelf',
    link: null,
  });
});
