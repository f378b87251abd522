import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { featuresOf } from '#app/features.ts';
import { commands } from '#cli/commands.ts';
import { listAlerts } from '#contracts/oversight/alerts.ts';
import { diskFullAlert } from '#features/oversight/alerts/alert-kinds.ts';
import { raiseAlert } from '#features/oversight/alerts/raise-alert.ts';
import { createTestShop } from '#tests/support/shop.ts';

const runbook = readFileSync(new URL('../../docs/runbook.md', import.meta.url), 'utf8');
const parts = runbook.split(/^## /m).slice(1);
const kinds = featuresOf(false).flatMap(({ alertKinds = [] }) =>
  alertKinds.map(({ name, severity }) => ({ name, severity })),
);

test('each kind of alert has a part of the runbook, and each part a kind, in order', () => {
  const names = parts.map((part) => part.split('\n')[0]);
  expect(names).toEqual(kinds.map(({ name }) => name).toSorted());
});

test.each(parts.map((part) => [part.split('\n')[0]!, part]))(
  'the part about %s says what it means, what to check and what to do',
  (name, part) => {
    const [means, check, act] = ['What it means.', 'What to check.', 'What to do.'].map((head) =>
      part.indexOf(`**${head}**`),
    );
    expect(means).toBeGreaterThan(0);
    expect(check).toBeGreaterThan(means!);
    expect(act).toBeGreaterThan(check!);
    const { severity } = kinds.find((kind) => kind.name === name)!;
    expect(part.includes('**What it means.** Critical.')).toBe(severity === 'critical');
    expect(part.includes('**What it means.** Info.')).toBe(severity === 'info');
  },
);

test('the runbook names only commands that there are, with verbs that they take, and kinds that there are', () => {
  const used = [...runbook.matchAll(/`facevalue ([a-z-]+)(?: ([a-z-]+))?/g)].map(([, name, verb]) => [name!, verb]);
  expect(used.length).toBeGreaterThan(20);
  for (const [name, verb] of used) {
    if (name === 'help') continue;
    expect(Object.keys(commands)).toContain(name);
    if (verb) expect(commands[name!]!.usage).toContain(verb);
  }
  const referred = [...runbook.matchAll(/`([a-z]+\.[a-z_]+)`/g)].map(([, kind]) => kind);
  for (const kind of referred) expect(kinds.map(({ name }) => name)).toContain(kind);
});

test('an alert and its mail lead to its part, which is served to anybody', async () => {
  const shop = await createTestShop();
  const staff = await shop.createUser({ role: 'admin', duties: ['approver'] });
  await raiseAlert(shop.sql, shop.clock.now(), {
    kind: diskFullAlert,
    subject: 'database',
    details: { at: shop.clock.now().toISOString() },
  });
  await shop.runQueuedJobs();
  const { body } = await shop.as(staff)(listAlerts, { query: {} });
  const path = body.data[0]!.runbook;
  expect(path).toBe('/api/runbook#database.disk_full');
  const [mail] = await shop.sql<
    { text_body: string }[]
  >`select text_body from mailbox where recipient = ${staff.email}`;
  expect(mail!.text_body).toContain(`${shop.config.public_url}${path}`);
  const page = await shop.app.request('http://localhost/api/runbook');
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=UTF-8']);
  const html = await page.text();
  for (const { name } of kinds) expect(html).toContain(`<h2 id="${name}">`);
});
