import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openBrowser } from '#tests/support/browser.ts';
import { runShop } from '#tests/support/running-shop.ts';
import { isOffice, screens } from '#web/routes.ts';

const shop = await runShop();
const newPage = await openBrowser(shop.url);

/** Tablets, and laptops of two sizes. */
const widths = [768, 1024, 1280];
const longName = 'Warenhausgutscheinverwaltungsgesellschaft für Norddeutschland mbH';

/** Every office page that lists something; what its first row opens is walked, too. */
const lists = screens
  .filter((screen) => isOffice(screen) && screen.layout === 'admin' && !screen.path.includes(':'))
  .map(({ path }) => path);

async function fillRows(): Promise<void> {
  await shop.books`update batches set name = ${longName} || ' ' || left(id::text, 8), supplier = ${longName}`;
  await shop.books`update tickets set subject = ${`${longName}: Meine Karte funktioniert an der Selbstbedienungskasse nicht`}`;
  await shop.books`
    insert into alerts (kind, subject, user_ids, raised_at, last_raised_at)
    select 'payment.held_for_review', ${longName} || n, '{}', now() - n * interval '40 days', now()
    from generate_series(1, 5) n on conflict do nothing`;
}

/** What is wider than its place: the page itself, or the tables whose last net it fell into. */
const tooWide = (page: Page) =>
  page.evaluate(() => [
    ...(document.documentElement.scrollWidth > window.innerWidth
      ? [`page ${document.documentElement.scrollWidth}`]
      : []),
    ...[...document.querySelectorAll('.table-scroll')]
      .filter((box) => box.scrollWidth > box.clientWidth + 1)
      .map((box) => `${box.querySelector('caption')?.textContent} ${box.scrollWidth} > ${box.clientWidth}`),
  ]);

test.each(['admin', 'approver'])('no page of the office is wider than its window in German, for %s', async (who) => {
  await fillRows();
  const token = await shop.signIn(who);
  await shop.api('/api/users/profile', { method: 'PATCH', token, body: { locale: 'de' } });
  const page = await newPage({ token, javaScript: false, refusals: true });
  const paths = [...lists];
  const wide: Record<string, string[]> = {};
  for (let path = paths.shift(); path; path = paths.shift()) {
    await page.goto(path);
    expect(await page.locator('html').getAttribute('lang'), path).toBe('de');
    const first = page.locator('.data-table [data-open]').first();
    const opens = lists.includes(path) && (await first.count()) ? await first.getAttribute('href') : null;
    if (opens && !paths.includes(opens)) paths.push(opens);
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 });
      const found = await tooWide(page);
      if (found.length) wide[`${path} at ${width}`] = found;
    }
  }
  expect(wide).toEqual({});
});
