import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test, vi } from 'vitest';
import { narrow, openBrowser, wide } from '#tests/support/browser.ts';
import { runShop } from '#tests/support/running-shop.ts';

const target = await mkdtemp(join(tmpdir(), 'facevalue-backups-'));
const recipient = await identityToRecipient(await generateX25519Identity());
const shop = await runShop({ BACKUP_TARGET: target, BACKUP_KEY: recipient });
const newPage = await openBrowser(shop.url);
const stored = () => shop.books`select from backups where found_at is not null`;

/** The shop takes its first one by itself. */
beforeAll(async () => {
  await vi.waitFor(async () => expect(await stored()).toHaveLength(1), { timeout: 300_000, interval: 500 });
}, 300_000);

async function fits(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    if (process.env.SHOTS)
      await page.screenshot({ path: `${process.env.SHOTS}/${name}-${colorScheme}.png`, fullPage: true });
  }
  expect(
    await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'),
    `${name} is as wide as the screen`,
  ).toBe(0);
}

test.each([
  [true, wide],
  [false, narrow],
] as const)('the page Backups lists what the store has, with JavaScript: %s', async (javaScript, width) => {
  const page = await newPage({ token: await shop.signIn('auditor'), javaScript, width });
  await page.goto('/admin/operations');
  await page.getByRole('link', { name: 'Backups' }).press('Enter');
  await page.getByRole('heading', { name: 'Backups', level: 1 }).waitFor();
  await page.getByText('Complete').waitFor();
  await page.getByText('Shop, nightly').waitFor();
  await page.getByText(`Stored in ${target}`).waitFor();
  await page.getByText('One backup each is kept for the last 7 days, 4 weeks and 12 months.').waitFor();
  await fits(page, `backups-${width}`);
});

test('a failed backup stands above the list, and an incomplete one is told apart', async () => {
  const at = '2026-01-01T02:00:00Z';
  await shop.books`
    insert into backups ${shop.books({ started_at: at, ended_at: at, place: target, by: 'upgrade', name: 'old' })}`;
  await shop.books`
    insert into backups (started_at, ended_at, place, by, error) values (now(), now(), ${target}, 'night', 'The disk is full.')`;
  const page = await newPage({ token: await shop.signIn('approver'), width: narrow });
  await page.goto('/admin/operations/backups');
  await page.getByRole('alert').getByText('The disk is full.').waitFor();
  await page.getByText('Incomplete').waitFor();
  await page.getByText('Shop, before an upgrade').waitFor();
  await fits(page, 'backups-failed');
});
