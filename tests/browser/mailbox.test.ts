import { expect, test } from 'vitest';
import { openBrowser } from '#tests/support/browser.ts';
import { runShop } from '#tests/support/running-shop.ts';

const shop = await runShop();
const newPage = await openBrowser(shop.url);

async function keepMail(subject: string, html: string): Promise<void> {
  await shop.books`
    insert into mailbox (recipient, subject, text_body, html_body)
    values ('anna@example.com', ${subject}, ${`${subject} as text`}, ${html})`;
}

test('an empty mailbox says so', async () => {
  await shop.books`delete from mailbox`;
  const page = await newPage();
  await page.goto('/demo/mails');
  await page.getByRole('heading', { name: 'No mail yet' }).waitFor();
});

test('a mail is shown as text and as the HTML that a mail program shows, with a link that works', async () => {
  const username = 'mailreader';
  const body = { username, email: `${username}@example.com`, password: 'a quiet tuesday in may', terms: true };
  await shop.api('/api/auth/register', { body });
  // The browser logs this whenever a test inspects a frame without scripts.
  const page = await newPage({ expected: /^Blocked script execution/ });
  const mail = page.getByRole('article').filter({ hasText: `To ${body.email}` });
  await expect.poll(async () => (await page.goto('/demo/mails')) && (await mail.count()), { interval: 200 }).toBe(1);
  await mail.getByText(`Hello ${username},`).waitFor();
  await mail.getByText('As HTML').click();
  const html = mail.frameLocator('iframe');
  await html.getByRole('heading', { name: 'Confirm your e-mail address' }).waitFor();
  const button = html.getByRole('link', { name: 'Confirm e-mail address' });
  expect(await button.evaluate((link) => getComputedStyle(link).borderRadius)).toBe('8px');
  const [opened] = await Promise.all([page.waitForEvent('popup'), button.click()]);
  await opened.waitForURL('**/verify-email?token=*');
  await opened.getByRole('button', { name: 'Confirm e-mail address' }).click();
  await opened.getByText('Your e-mail address is confirmed').waitFor();
});

test('a mail that holds scripts can run none, load nothing, and reach nothing of the shop', async () => {
  const hostile = `<!DOCTYPE html><html><head><title>x</title></head><body><p>Hostile</p>
    <script>parent.document.title = 'taken'</script><img src="https://evil.example/pixel.png" onerror="alert(1)">
    <iframe src="/login"></iframe><form action="/logout" method="post"><button>Win</button></form></body></html>`;
  await keepMail('Hostile', hostile);
  const page = await newPage({ expected: /Content Security Policy|Blocked script execution|sandboxed/ });
  const asked: string[] = [];
  // What the policy blocks is also reported as a request, but never gets a response.
  page.on('response', (response) => asked.push(response.url()));
  page.on('dialog', () => expect.unreachable('a script of the mail ran'));
  await page.goto('/demo/mails');
  const mail = page.getByRole('article').filter({ hasText: 'Hostile as text' });
  await mail.getByText('As HTML').click();
  await mail.frameLocator('iframe').getByText('Hostile').waitFor();
  await mail.frameLocator('iframe').getByRole('button', { name: 'Win' }).click();
  expect(await page.title()).toContain('Mailbox');
  expect(asked.filter((url) => /evil|logout|login/.test(url))).toEqual([]);
});

test('a mail that is not there is a 404, and its document may be framed by the shop alone', async () => {
  await keepMail('Framed', '<!DOCTYPE html><html><head></head><body>x</body></html>');
  const [{ id = '' } = {}] = await shop.books<{ id: string }[]>`select id from mailbox where subject = 'Framed'`;
  const { headers } = await fetch(`${shop.url}/demo/mails/${id}/html`);
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
  expect(headers.get('x-frame-options')).toBe('SAMEORIGIN');
  for (const missing of ['019a0000-0000-7000-8000-000000000000', 'x', `${id}'`])
    expect((await fetch(`${shop.url}/demo/mails/${missing}/html`)).status).toBe(404);
});
