import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { loadCanvas } from '#platform/images/load-canvas.ts';
import { narrow, openBrowser, pathOf, untilHydrated } from '#tests/support/browser.ts';
import { runShop } from '#tests/support/running-shop.ts';

const shop = await runShop();
const newPage = await openBrowser(shop.url);
const admin = await shop.signIn('admin');
const buyer = await shop.addBuyer(1_00);

/** The row of an item in the back office list. */
const row = (page: Page, title: string) => page.getByRole('main').getByRole('row').filter({ hasText: title });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const titlesFor = async (path: string) => JSON.stringify(await shop.api(`/api/${path}`, { token: buyer.token }));

test.each([true, false])(
  'news are written, looked at, published, taken back and removed; JavaScript: %s',
  async (javaScript) => {
    const title = `Opening ${javaScript}`;
    const page = await newPage({ token: admin, javaScript, width: narrow });
    await page.goto('/admin');
    const office = page.getByRole('navigation', { name: 'Back office' });
    await office.getByText('Back office: Overview').click();
    await office.getByRole('link', { name: 'News' }).click();
    await page.getByRole('link', { name: 'Write' }).click();
    await page.getByLabel('Title', { exact: true }).fill(title);
    await page.getByLabel('Content', { exact: true }).fill('Some *emphasis* and <b>no markup</b>.');
    await page.getByRole('button', { name: 'Preview' }).click();
    const preview = page.getByRole('region', { name: 'Preview', exact: true });
    expect(await preview.locator('em').textContent()).toBe('emphasis');
    expect(await preview.textContent()).toContain('<b>no markup</b>');
    expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe(title);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await row(page, title).getByText('Draft').waitFor();
    expect(await titlesFor('news')).not.toContain(title);
    await page.getByRole('button', { name: `Publish: ${title}` }).click();
    await row(page, title).getByText('Published').waitFor();
    expect(await titlesFor('news')).toContain(title);
    await page.getByRole('button', { name: `Unpublish: ${title}` }).click();
    await row(page, title).getByText('Draft').waitFor();
    expect(await titlesFor('news')).not.toContain(title);
    await page.getByRole('link', { name: title }).click();
    await page.getByText('Remove', { exact: true }).click();
    await page.getByRole('button', { name: 'Remove permanently' }).click();
    await heading(page, 'News').waitFor();
    expect(await row(page, title).count()).toBe(0);
  },
);

test('a text that is refused stays in the form, with what is wrong beside its field', async () => {
  const page = await newPage({ token: admin, refusals: true });
  await page.goto('/admin/news/new');
  await page.getByLabel('Content', { exact: true }).fill('Kept.');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Enter a title.').first().waitFor();
  expect(await page.getByLabel('Title', { exact: true }).getAttribute('aria-invalid')).toBe('true');
  expect(await page.getByLabel('Content', { exact: true }).inputValue()).toBe('Kept.');
});

test('a form that is left while its preview still arrives is left without an error', async () => {
  const page = await newPage({ token: admin });
  // The preview's first byte comes, and the rest never does.
  await page.addInitScript(() => {
    const send = window.fetch;
    window.fetch = async (input, init) => {
      if (!String(input).endsWith('/preview')) return send(input, init);
      const start = (body: ReadableStreamDefaultController) => {
        document.documentElement.dataset.previewing = '';
        init?.signal?.addEventListener('abort', () => body.error(init.signal?.reason));
      };
      return new Response(new ReadableStream({ start }));
    };
  });
  await page.goto('/admin/news/new');
  await page.getByLabel('Content', { exact: true }).fill('Some text.');
  await page.locator('[data-previewing]').waitFor();
  await page.getByRole('navigation', { name: 'Back office' }).getByRole('link', { name: 'Notices' }).click();
  await heading(page, 'Notices').waitFor();
});

test('a list sorts by a column, and keeps the order when one of its items is published', async () => {
  const body = { title: 'In order', content: 'Text.' };
  await shop.api('/api/admin/news', { token: admin, body });
  const page = await newPage({ token: admin });
  await page.goto('/admin/news');
  const states = async () => (await page.locator('tbody .tag').allTextContents()).map((text) => text.trim());
  await page.getByRole('columnheader', { name: 'State' }).getByRole('link').click();
  await page.waitForURL('**/admin/news?sort=state');
  await page.getByRole('columnheader', { name: 'State' }).getByRole('link').click();
  await page.waitForURL('**/admin/news?sort=-state');
  await expect.poll(states).toEqual((await states()).toSorted().toReversed());
  await page.getByRole('button', { name: 'Publish: In order' }).click();
  await row(page, 'In order').getByText('Published').waitFor();
  expect(new URL(page.url()).search).toBe('?sort=-state');
});

test('a notice is scheduled, shown at once, and ended by its editor', async () => {
  const page = await newPage({ token: admin });
  await page.goto('/admin/notices');
  await page.getByRole('link', { name: 'Write' }).click();
  await page.getByLabel('Title', { exact: true }).fill('Holiday');
  await page.getByLabel('Content', { exact: true }).fill('Closed_#tomorrow.');
  await page.getByLabel('Show from (UTC)').fill('2999-01-01T08:00');
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.getByRole('region', { name: 'Preview', exact: true }).getByText('Closed tomorrow.').waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await row(page, 'Holiday').getByText('Scheduled').waitFor();
  expect(await titlesFor('notices')).not.toContain('Holiday');
  await page.getByRole('link', { name: 'Holiday' }).click();
  expect(await page.getByLabel('Show from (UTC)').inputValue()).toBe('2999-01-01T08:00');
  await page.getByRole('button', { name: 'Save and publish now' }).click();
  await row(page, 'Holiday').getByText('Published').waitFor();
  expect(await titlesFor('notices')).toContain('Holiday');
  await page.getByRole('link', { name: 'Holiday' }).click();
  await page.getByLabel('Show until (UTC)').fill('2999-01-01T08:00');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await row(page, 'Holiday').getByText('Published').waitFor();
  await page.getByRole('button', { name: 'Unpublish: Holiday' }).click();
  await row(page, 'Holiday').getByText('Draft').waitFor();
  expect(await titlesFor('notices')).not.toContain('Holiday');
});

test('a notice that has ended is published again without its end', async () => {
  const body = {
    title: 'Festival',
    content: 'Text.',
    starts_at: '2020-01-01T00:00:00Z',
    ends_at: '2020-01-02T00:00:00Z',
  };
  const { data } = await shop.api<{ data: { id: string } }>('/api/admin/notices', { token: admin, body });
  const page = await newPage({ token: admin });
  await page.goto('/admin/notices');
  await row(page, 'Festival').getByText('Ended').waitFor();
  await page.getByRole('button', { name: 'Publish: Festival' }).click();
  await row(page, 'Festival').getByText('Published').waitFor();
  await page.getByRole('link', { name: 'Festival' }).click();
  await heading(page, 'Festival').waitFor();
  expect(await page.getByLabel('Show until (UTC)').inputValue()).toBe('');
  await shop.api(`/api/admin/notices/${data.id}`, { method: 'PATCH', token: admin, body: { starts_at: null } });
});

test('what another session changed in the meantime is not overwritten, and nothing that was typed is lost', async () => {
  const body = { title: 'Shared', content: 'Text.' };
  const { data } = await shop.api<{ data: { id: string } }>('/api/admin/news', { token: admin, body });
  const page = await newPage({ token: admin, refusals: true });
  await page.goto(`/admin/news/${data.id}`);
  const token = await shop.signIn('admin');
  await shop.api(`/api/admin/news/${data.id}`, { method: 'PATCH', token, body: { title: 'Theirs' } });
  await page.getByLabel('Title', { exact: true }).fill('Mine');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Someone else has changed this since you opened it.').waitFor();
  expect(await page.getByLabel('Title', { exact: true }).inputValue()).toBe('Mine');
});

test('a question is written, found by its words, and led to by its own address', async () => {
  const page = await newPage({ token: admin });
  await page.goto('/admin/faq/new');
  await page.getByLabel('Topic', { exact: true }).fill('Safety');
  await page.getByLabel('Question', { exact: true }).fill('What is a marmalade code?');
  await page.getByLabel('Answer', { exact: true }).fill('A code that sticks.');
  await page.getByRole('button', { name: 'Save and publish now' }).click();
  await row(page, 'marmalade').getByText('Published').waitFor();
  const reader = await newPage({ token: buyer.token });
  await reader.goto('/faq');
  await reader.getByLabel('Search the questions').fill('MARMALADE sticks');
  await reader.getByRole('button', { name: 'Search' }).click();
  await reader.getByText('1 answer for “MARMALADE sticks”').first().waitFor();
  expect(await reader.locator('mark').allTextContents()).toEqual(['marmalade', 'sticks']);
  const address = await reader
    .getByRole('link', { name: 'Link to this answer: What is a marmalade code?' })
    .getAttribute('href');
  for (const javaScript of [true, false]) {
    const visitor = await newPage({ token: buyer.token, javaScript });
    await visitor.goto(address!);
    await visitor.getByText('A code that sticks.').waitFor();
    expect(await visitor.locator('details[open]').count()).toBe(1);
  }
  await reader.getByLabel('Search the questions').fill('nothing like it');
  await reader.keyboard.press('Enter');
  await reader.getByText('There are no answers for “nothing like it”.').waitFor();
  await reader.getByRole('link', { name: 'Show all' }).click();
  await reader.getByText('What is a marmalade code?').waitFor();
});

test('a question is opened and closed by keyboard', async () => {
  const page = await newPage({ token: buyer.token });
  await page.goto('/faq');
  const question = page.locator('.faq summary').first();
  await question.focus();
  await page.keyboard.press('Enter');
  expect(await page.locator('details[open]').count()).toBe(1);
  await page.keyboard.press('Space');
  expect(await page.locator('details[open]').count()).toBe(0);
});

test('the back office is for admins alone', async () => {
  const page = await newPage({ token: buyer.token });
  for (const path of ['/admin', '/admin/news', '/admin/notices/new', '/admin/faq']) {
    await page.goto(path);
    expect(pathOf(page)).toBe('/');
  }
  await page.getByText('$1.00').first().click();
  expect(await page.getByRole('link', { name: 'Back office' }).count()).toBe(0);
});

test('the operator names and colours the shop; a colour that is too faint is refused', async () => {
  const page = await newPage({ token: admin, javaScript: false, refusals: true });
  await page.goto('/admin/branding');
  await page.getByLabel('Name of the shop').fill('Kartenhaus');
  await page.getByRole('textbox', { name: 'Accent on light pages' }).fill('#74d1b2');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText(/contrast of only 1\.\d to 1/).waitFor();
  await page.getByRole('textbox', { name: 'Accent on light pages' }).fill('#7a1f5c');
  await page.getByRole('button', { name: 'Preview' }).click();
  await page.locator('.branding-preview rect[fill="#7a1f5c"]').waitFor({ state: 'attached' });
  expect(await page.title()).toContain('Facevalue');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Your branding was saved').waitFor();
  expect(await page.title()).toBe('Branding · Kartenhaus');
  const visitor = await newPage({ colorScheme: 'light' });
  await visitor.goto('/login');
  await visitor.locator('.wordmark', { hasText: 'Kartenhaus' }).waitFor();
  const upload = async (buffer: Buffer) => {
    await page.getByLabel('PNG file').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer });
    await page.getByRole('button', { name: 'Upload the logo' }).click();
  };
  await upload(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
  await page.getByText('This is not a PNG picture.').waitFor();
  const canvas = loadCanvas().createCanvas(400, 100);
  canvas.getContext('2d').fillRect(0, 0, 400, 100);
  await upload(canvas.toBuffer('image/png'));
  await page.getByText('The logo was saved').waitFor();
  await page.locator('.wordmark').getByRole('img', { name: 'Kartenhaus' }).waitFor();
  await visitor.goto('/login');
  const logo = visitor.locator('.wordmark').getByRole('img', { name: 'Kartenhaus' });
  await expect.poll(() => logo.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(384);
  await page.goto('/admin/branding');
  await page.getByRole('button', { name: 'Remove the logo' }).click();
  await page.getByText('The logo was removed').waitFor();
  const button = visitor.getByRole('button', { name: 'Sign in' });
  expect(await button.evaluate((one) => getComputedStyle(one).backgroundColor)).toBe('rgb(122, 31, 92)');
});

test('a colleague who answers first takes neither the caret nor the words of who is typing an answer or a note', async () => {
  const body = { category: 'other', subject: 'Two at once', body: 'Where is it?' };
  const { data } = await shop.api<{ data: { id: string } }>('/api/supports', { token: buyer.token, body });
  const page = await newPage({ token: admin });
  await page.goto(`/admin/tickets/${data.id}`);
  await untilHydrated(page);
  for (const [key, label] of [
    ['r', 'Answer'],
    ['n', 'New note'],
  ] as const) {
    const said = `By a colleague: ${label}`;
    await page.locator('body').press(key);
    await page.keyboard.type('It was sent ');
    await shop.books`
      insert into ticket_comments (ticket_id, author_id, by_staff, body, created_at)
      select ${data.id}, id, true, ${said}, now() from users where username = 'approver'`;
    await shop.books`
      insert into ticket_notes (ticket_id, author_id, body, created_at)
      select ${data.id}, id, ${said}, now() from users where username = 'approver'`;
    await shop.api(`/api/supports/${data.id}/comments`, { token: buyer.token, body: { body: `Hello? ${label}` } });
    await page.getByText(`Hello? ${label}`).waitFor();
    await page.keyboard.type('as asked.');
    expect(await page.getByLabel(label, { exact: true }).inputValue()).toBe('It was sent as asked.');
    await page.getByLabel(label, { exact: true }).blur();
  }
});
